// Theme, menu and search of the documentation. The pages can be read without it.
(() => {
  const root = document.documentElement;
  root.classList.add('scripted');
  try {
    const theme = localStorage.getItem('lonja.theme');
    if (theme === 'light' || theme === 'dark') root.dataset.theme = theme;
  } catch {
    // Without storage the page follows the system.
  }

  followApplication();

  document.addEventListener('DOMContentLoaded', () => {
    showMenu();
    showContents();
    showSearch();
  });

  /** Who has not chosen a language here reads the one chosen in the application. */
  function followApplication() {
    if (document.cookie.includes('lonja_docs_language=')) return;
    let locale = null;
    try {
      locale = localStorage.getItem('lonja.locale');
    } catch {
      return;
    }
    if (locale === null || locale === root.lang) return;
    const same = document.querySelector(`link[rel=alternate][hreflang="${CSS.escape(locale)}"]`);
    if (same !== null) location.replace(`${same.href}?lang=${locale}${location.hash}`);
  }

  function showMenu() {
    const button = document.querySelector('#menu');
    const pages = document.querySelector('#pages');
    button.addEventListener('click', () => {
      const isOpen = pages.classList.toggle('open');
      button.setAttribute('aria-expanded', String(isOpen));
    });
    const here = pages.querySelector('[aria-current]');
    if (here !== null) pages.scrollTop = Math.max(0, here.offsetTop - pages.clientHeight / 2);
  }

  /** Beside the text the table of contents is open; above it, closed. */
  function showContents() {
    const details = document.querySelector('.contents details');
    if (details === null) return;
    const isBeside = matchMedia('(min-width: 80rem)');
    const follow = () => {
      details.open = isBeside.matches;
    };
    isBeside.addEventListener('change', follow);
    follow();
  }

  function showSearch() {
    const MOST_RESULTS = 12;
    const input = document.querySelector('#search');
    const found = document.querySelector('#found');
    const { index: address, nothing, failed } = input.parentElement.dataset;
    input.parentElement.hidden = false;
    let index;
    const load = () => {
      index ??= fetch(address).then((reply) => {
        if (!reply.ok) throw new Error(`HTTP ${reply.status}`);
        return reply.json();
      });
      return index;
    };
    input.addEventListener('focus', () => void load().catch(forget));
    input.addEventListener('input', () => void update());
    document.addEventListener('keydown', (event) => {
      if (event.key === 'Escape') close();
      const isTyping = /^(input|textarea|select)$/i.test(event.target.tagName ?? '');
      if (event.key === '/' && !isTyping && !event.ctrlKey && !event.metaKey && !event.altKey) {
        event.preventDefault();
        input.focus();
      }
    });
    document.addEventListener('click', (event) => {
      if (!input.parentElement.contains(event.target)) close();
    });

    function forget() {
      index = undefined;
    }

    function close() {
      found.hidden = true;
    }

    async function update() {
      const asked = input.value;
      const words = folded(asked).split(/\s+/).filter(Boolean);
      if (words.length === 0) return close();
      let sections;
      try {
        sections = await load();
      } catch {
        forget();
        return show([message(failed)]);
      }
      if (input.value !== asked) return;
      const best = sections
        .map((section) => ({ section, rank: rankOf(section, words) }))
        .filter(({ rank }) => rank > 0)
        .sort((a, b) => b.rank - a.rank)
        .slice(0, MOST_RESULTS);
      show(best.length === 0 ? [message(nothing)] : best.map(({ section }) => link(section, words[0])));
    }

    function show(nodes) {
      found.replaceChildren(...nodes);
      found.hidden = false;
    }
  }

  /** Every word has to be there; in the title of a page and in a heading it counts for more, as a whole word too. */
  function rankOf([page, heading, , body], words) {
    let rank = 0;
    for (const word of words) {
      const whole = new RegExp(`(?<![\\p{L}\\p{N}_])${escaped(word)}(?![\\p{L}\\p{N}_])`, 'u');
      const places = [
        [page, heading === '' ? 15 : 3],
        [heading, 9],
        [body, 1],
      ]
        .map(([text, weight]) => [folded(text), weight])
        .filter(([text]) => text.includes(word));
      if (places.length === 0) return 0;
      rank += places.reduce((sum, [text, weight]) => sum + weight + (whole.test(text) ? 1 : 0), 0);
    }
    return rank;
  }

  /** Lower case without accents: who types `casacion` finds `casación`. */
  function folded(text) {
    return text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();
  }

  function escaped(word) {
    return word.replaceAll(/[$()*+./?[\\\]^{|}-]/g, '\\$&');
  }

  function link([page, heading, address, body], word) {
    const a = document.createElement('a');
    a.href = address;
    const title = document.createElement('strong');
    title.textContent = heading === '' ? page : `${page}: ${heading}`;
    const text = document.createElement('span');
    const at = Math.max(0, folded(body).indexOf(word) - 40);
    const from = at === 0 ? 0 : body.indexOf(' ', at) + 1;
    const part = body.slice(from, from + 120);
    const end = from + 120 < body.length ? part.lastIndexOf(' ') : part.length;
    text.textContent = `${from > 0 ? '… ' : ''}${part.slice(0, end)}${end < part.length ? ' …' : ''}`;
    a.append(title, text);
    return a;
  }

  function message(text) {
    const p = document.createElement('p');
    p.textContent = text;
    return p;
  }
})();
