import { useMessages } from '../i18n/locale.ts';

/** Where somebody with a first request reads on. */
export function DocumentationLinks() {
  const t = useMessages('shell.documentationLinks');
  const links = [
    { href: '/docs/guides/first-forecast', text: t('firstForecast') },
    { href: '/docs/recipes', text: t('recipes') },
    { href: '/docs/api-reference', text: t('reference') },
    { href: '/api/v1/docs', text: t('explorer') },
  ];
  return (
    <nav aria-labelledby="documentation-links" className="flex flex-wrap gap-x-6 gap-y-2 text-sm">
      <span id="documentation-links" className="text-faint">
        {t('documentation')}
      </span>
      <ul className="contents">
        {links.map(({ href, text }) => (
          <li key={href}>
            <a href={href} className="text-accent underline">
              {text}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
