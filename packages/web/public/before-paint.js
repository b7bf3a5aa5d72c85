// Runs before the first paint, so that neither theme nor language flickers.
(() => {
  const stored = (key) => {
    try {
      return localStorage.getItem(key);
    } catch {
      return null;
    }
  };
  const root = document.documentElement;
  const theme = stored('lonja.theme');
  if (theme === 'light' || theme === 'dark') root.dataset.theme = theme;
  const locale = stored('lonja.locale') ?? navigator.language.slice(0, 2);
  root.lang = locale === 'es' ? 'es' : 'en';
})();
