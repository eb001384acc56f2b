/*
 * "New to Flip? Learn it in a minute": gone before anything is painted if this browser knows the lesson, so that nothing jumps;
 * and its button that puts it away for good. Not a module: those run too late. The lessons are noted as in learned.js.
 */
(() => {
  const NAME = "fivesquare-lessons";
  const key = document.currentScript?.dataset.lesson ?? "";
  const root = document.documentElement;

  function noted() {
    try {
      return JSON.parse(localStorage.getItem(NAME) ?? "null") ?? {};
    } catch {
      return {};
    }
  }

  if (key in Object(noted())) root.dataset.learned = "true";
  document.addEventListener("click", (event) => {
    if (!(event.target instanceof Element && event.target.closest("#newcomer button"))) return;
    root.dataset.learned = "true";
    document.querySelector("main")?.focus();
    try {
      localStorage.setItem(NAME, JSON.stringify({ ...noted(), [key]: "seen" }));
    } catch {
      /* It comes back with the next game. */
    }
  });
})();
