// Runs before the first paint, so that neither theme nor language flickers and nothing is waited for that can come at once.
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
  // The build names the files of the overview, where most begin: they come with the application instead of after it.
  const early = document.currentScript.dataset.early;
  if (early === undefined || location.pathname !== '/overview' || stored('lonja.session') === null) return;
  for (const href of early.split(' ')) {
    const link = document.createElement('link');
    Object.assign(link, { rel: 'modulepreload', crossOrigin: '', href });
    document.head.append(link);
  }
})();
