import type { Language } from './languages.ts';

interface PageWords {
  documentation: string;
  skip: string;
  search: string;
  searchLong: string;
  results: string;
  nothing: string;
  failed: string;
  explorer: string;
  pages: string;
  onThisPage: string;
  neighbours: string;
  previous: string;
  next: string;
  /** Before the text of a heading. */
  linkTo: string;
  /** Before the name of a file that is not on the site. */
  inSource: string;
  missing: string;
  missingText: string;
  lead: string;
  /** The name that the other language gives itself. */
  otherLanguage: string;
}

/** What the pages of the documentation say beside the documents. `missingText` and `lead` are HTML. */
export const PAGE_WORDS: Readonly<Record<Language, PageWords>> = {
  en: {
    documentation: 'Documentation',
    skip: 'Skip to the content',
    search: 'Search',
    searchLong: 'Search the documentation',
    results: 'Search results',
    nothing: 'Nothing found.',
    failed: 'The search cannot be loaded; try again.',
    explorer: 'API explorer',
    pages: 'Pages',
    onThisPage: 'On this page',
    neighbours: 'Previous and next page',
    previous: 'Previous',
    next: 'Next',
    linkTo: 'Link to',
    inSource: 'In the source:',
    missing: 'Page not found',
    missingText: 'There is no such page. <a href="/docs">All pages</a> are listed at /docs.',
    lead: `Electricity price forecasts for Spain: how to get, use, check and run them. The
<a href="/docs/api-reference">API reference</a> has every route with an example; the
<a href="/api/v1/docs">API explorer</a> lets you try them.`,
    otherLanguage: 'Español',
  },
  es: {
    documentation: 'Documentación',
    skip: 'Ir al contenido',
    search: 'Buscar',
    searchLong: 'Buscar en la documentación',
    results: 'Resultados de la búsqueda',
    nothing: 'No se ha encontrado nada.',
    failed: 'No se ha podido cargar la búsqueda; inténtelo de nuevo.',
    explorer: 'Explorador de la API',
    pages: 'Páginas',
    onThisPage: 'En esta página',
    neighbours: 'Página anterior y siguiente',
    previous: 'Anterior',
    next: 'Siguiente',
    linkTo: 'Enlace a',
    inSource: 'En el código fuente:',
    missing: 'No existe esa página',
    missingText: 'Esa página no existe. <a href="/docs/es">Todas las páginas</a> están en /docs/es.',
    lead: `Previsiones del precio de la electricidad en España: cómo obtenerlas, usarlas, comprobarlas y ponerlas en marcha. La
<a href="/docs/es/api-reference">referencia de la API</a> tiene cada ruta con un ejemplo; el
<a href="/api/v1/docs" lang="en" hreflang="en">API explorer</a> permite probarlas. Lo que aún no está traducido aparece con su título en inglés.`,
    otherLanguage: 'English',
  },
};
