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
  // The build names the files of each language: those of every page, and of the overview.
  const { early, texts = '{"en":[]}' } = document.currentScript.dataset;
  const languages = JSON.parse(texts);
  const wanted = stored('lonja.locale') ?? navigator.language.slice(0, 2);
  root.lang = Object.hasOwn(languages, wanted) ? wanted : 'en';
  const [shell, overview] = languages[root.lang];
  const fetchEarly = (files) => {
    for (const href of files) {
      const link = document.createElement('link');
      Object.assign(link, { rel: 'modulepreload', crossOrigin: '', href });
      document.head.append(link);
    }
  };
  if (shell !== undefined) fetchEarly([shell]);
  // The first use of time zones costs a slow phone a tenth of a second: better now, while it waits for the network.
  setTimeout(() => new Intl.DateTimeFormat('en', { timeZone: 'Europe/Madrid' }));
  // The overview, where most begin, gets its files and its first answers together with the application instead of after it.
  const session = stored('lonja.session');
  if (early === undefined || session === null || location.pathname !== '/overview') return;
  fetchEarly([overview, ...early.split(' ')]);
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
