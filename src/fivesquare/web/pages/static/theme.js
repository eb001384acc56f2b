/* Light or dark, as chosen and remembered. Not a module: it runs before anything is painted, so that nothing flashes. */
(() => {
  const KEY = "fivesquare-theme";
  const root = document.documentElement;
  const papers = { light: "#f5f1e8", dark: "#11141b" };

  function remembered() {
    try {
      return localStorage.getItem(KEY);
    } catch {
      return null;
    }
  }

  function show(theme) {
    if (theme in papers) root.dataset.theme = theme;
    else delete root.dataset.theme;
    for (const meta of document.querySelectorAll('meta[name="theme-color"]')) {
      if (theme in papers) meta.content = papers[theme];
    }
  }

  const isDark = () => (root.dataset.theme ? root.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches);

  show(remembered());
  addEventListener("storage", (event) => event.key === KEY && show(event.newValue));
  document.addEventListener("click", (event) => {
    if (!event.target.closest?.("[data-theme-button]")) return;
    const theme = isDark() ? "light" : "dark";
    show(theme);
    try {
      localStorage.setItem(KEY, theme);
    } catch {
      /* Without storage the theme lasts as long as the page. */
    }
  });
})();
