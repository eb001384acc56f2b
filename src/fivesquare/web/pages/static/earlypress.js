/*
 * Before home.js has loaded: which button that starts a game was pressed, so that home.js starts it. It is noted on the
 * root element. Not a module: it must run before the buttons appear.
 */
(() => {
  const { dataset } = document.documentElement;

  document.addEventListener("click", (event) => {
    const button = event.target instanceof Element ? event.target.closest("[data-start]") : null;
    if (dataset.ready || !(button instanceof HTMLButtonElement)) return;
    dataset.pressed = button.dataset.start;
    button.disabled = true;
  });
})();
