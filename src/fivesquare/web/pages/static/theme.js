/* The theme: light, dark or the system's, as chosen and remembered. Not a module: it runs before anything is painted, so that nothing flashes. */
(() => {
  const KEY = "fivesquare-theme";
  const root = document.documentElement;
  const papers = /** @type {Record<string, string>} */ ({ light: "#f5f1e8", dark: "#11141b" });
  const dark = matchMedia("(prefers-color-scheme: dark)");

  /** Use the storage; without one the theme lasts as long as the page. @template T @param {(storage: Storage) => T} work */
  function remembering(work) {
    try {
      return work(localStorage);
    } catch {
      return null;
    }
  }

  /** Show a theme; anything that is not one is the system's. @param {string|null} theme */
  function show(theme) {
    if (theme !== null && theme in papers) root.dataset.theme = theme;
    else delete root.dataset.theme;
    for (const meta of /** @type {NodeListOf<HTMLMetaElement>} */ (document.querySelectorAll('meta[name="theme-color"]'))) {
      const own = meta.media.includes("dark") ? "dark" : "light";
      meta.content = papers[root.dataset.theme ?? own];
    }
    for (const button of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-theme-button]"))) {
      button.ariaLabel = button.title = `Theme: ${root.dataset.theme ?? "system"}`;
    }
  }

  /** From the system's theme to the other one, then to the one that the system has, then back. */
  function next() {
    const [own, other] = dark.matches ? ["dark", "light"] : ["light", "dark"];
    return { [other]: own, [own]: "system" }[root.dataset.theme ?? ""] ?? other;
  }

  const showRemembered = () => show(remembering((storage) => storage.getItem(KEY)));
  showRemembered();
  addEventListener("storage", (event) => event.key === KEY && show(event.newValue));
  document.addEventListener("DOMContentLoaded", showRemembered);
  document.addEventListener("click", (event) => {
    if (!(event.target instanceof Element && event.target.closest("[data-theme-button]"))) return;
    const theme = next();
    remembering((storage) => (theme in papers ? storage.setItem(KEY, theme) : storage.removeItem(KEY)));
    show(theme);
  });
})();
