/*
 * Before home.js has loaded: the book that is remembered, so that the style sheet makes room for it; and what is chosen
 * meanwhile, and whether Play was pressed, so that home.js goes on from there. All of it is noted on the root element.
 * Not a module: it must run before the button appears.
 */
(() => {
  const { dataset } = document.documentElement;

  try {
    if (!location.search) dataset.book = JSON.parse(localStorage.getItem("fivesquare-setup") ?? "null").book;
  } catch {
    /* Nothing is remembered. */
  }
  document.addEventListener("submit", (event) => {
    if (dataset.ready) return;
    event.preventDefault();
    dataset.pressed = "true";
    const button = document.querySelector(".play");
    if (button) button.textContent = "One moment …";
  });
  document.addEventListener("input", (event) => {
    const name = event.target instanceof Element ? event.target.getAttribute("name") : "";
    if (!dataset.ready) dataset.chosen = `${dataset.chosen ?? ""} ${name}`;
  });
})();
