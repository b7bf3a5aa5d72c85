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
  // The first use of time zones costs a slow phone a tenth of a second: better now, while it waits for the network.
  setTimeout(() => new Intl.DateTimeFormat('en', { timeZone: 'Europe/Madrid' }));
  // The overview, where most begin, gets its files and its first answers together with the application instead of after it.
  const early = document.currentScript.dataset.early;
  const session = stored('lonja.session');
  if (early === undefined || session === null || location.pathname !== '/overview') return;
  for (const href of early.split(' ')) {
    const link = document.createElement('link');
    Object.assign(link, { rel: 'modulepreload', crossOrigin: '', href });
    document.head.append(link);
  }
  // src/api/early-answers.ts hands the answers out; an address that says more than its path is left to the page.
  if (location.search !== '') return;
  const choices = new URLSearchParams();
  for (const name of ['resolution', 'compare']) {
    const choice = stored(`lonja.${name}`);
    if (choice !== null) choices.set(name, choice);
  }
  const summary = `/api/v1/dashboard/summary?${choices}`.replace(/\?$/, '');
  const authorization = `Bearer ${session}`;
  window.earlyAnswers = ['/api/v1/auth/me', summary].map((address) => {
    const answer = fetch(address, { headers: { Authorization: authorization } });
    // Whoever takes the answer hears of its failure.
    answer.catch(() => {});
    return { address, authorization, answer };
  });
})();
