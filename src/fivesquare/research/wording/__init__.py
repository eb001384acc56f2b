"""A game in words for a language model, and the same game in other words."""

from fivesquare.research.wording.disguise import Disguise, wording_from_json
from fivesquare.research.wording.places import Places
from fivesquare.research.wording.wording import PLAIN, Wording
from fivesquare.research.wording.words import Words

__all__ = ["PLAIN", "Disguise", "Places", "Wording", "Words", "wording_from_json"]
