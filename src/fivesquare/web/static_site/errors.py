"""Why a site cannot be built."""

from fivesquare.errors import FivesquareError


class SiteError(FivesquareError, ValueError):
    """The site cannot be built: something that it needs is not here, or its folder holds something else."""
