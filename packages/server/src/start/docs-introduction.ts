import { API_PREFIX } from '../ground/http/service-links.ts';

/** The colours are those of packages/web/src/tokens.css. Classes of the body are Scalar's, whose button changes between them. */
export const DOCS_CSS = `
@font-face {
  font-family: Inter;
  font-weight: 100 900;
  font-display: swap;
  src: url(/docs/assets/inter.woff2) format('woff2');
}
:root {
  --scalar-font: Inter, ui-sans-serif, system-ui, sans-serif;
  --scalar-custom-header-height: 56px;
  --scalar-radius: 6px;
  --scalar-radius-lg: 8px;
}
.light-mode {
  color-scheme: light;
  --scalar-background-1: #fbfbf8;
  --scalar-background-2: #f0f1ec;
  --scalar-background-3: #dee1da;
  --scalar-background-accent: #d6ebe7;
  --scalar-color-1: #14201d;
  --scalar-color-2: #43514c;
  --scalar-color-3: #5c6963;
  --scalar-color-accent: #0b6e69;
  --scalar-color-blue: #2461d3;
  --scalar-color-green: #0b6e69;
  --scalar-color-orange: #b35e1a;
  --scalar-color-yellow: #b35e1a;
  --scalar-color-red: #b3261e;
  --scalar-color-purple: #7e0bcb;
  --scalar-border-color: #dee1da;
}
.dark-mode {
  color-scheme: dark;
  --scalar-background-1: #0e1513;
  --scalar-background-2: #16201d;
  --scalar-background-3: #1b2623;
  --scalar-background-accent: #173f3a;
  --scalar-color-1: #e9efec;
  --scalar-color-2: #b9c6c1;
  --scalar-color-3: #94a39d;
  --scalar-color-accent: #4cc6ba;
  --scalar-color-blue: #72a5ff;
  --scalar-color-green: #4cc6ba;
  --scalar-color-orange: #ee9f5a;
  --scalar-color-yellow: #ee9f5a;
  --scalar-color-red: #ff9d92;
  --scalar-color-purple: #b98eff;
  --scalar-border-color: #28342f;
}
.light-mode .t-doc__sidebar, .dark-mode .t-doc__sidebar {
  --scalar-sidebar-background-1: var(--scalar-background-1);
  --scalar-sidebar-color-active: var(--scalar-color-accent);
}
body {
  margin: 0;
  background: var(--scalar-background-1);
  color: var(--scalar-color-1);
  font-family: var(--scalar-font);
}
.light-mode .hljs-number { color: #8a5300; }
.lonja-bar {
  position: sticky;
  top: 0;
  z-index: 20;
  box-sizing: border-box;
  height: 56px;
  display: flex;
  align-items: center;
  gap: 20px;
  padding: 0 20px;
  border-bottom: 1px solid var(--scalar-border-color);
  background: var(--scalar-background-1);
  font-size: 14px;
}
.lonja-bar a, .lonja-start a { color: var(--scalar-color-accent); }
.lonja-bar a.home {
  display: flex;
  align-items: center;
  gap: 8px;
  margin-right: auto;
  color: var(--scalar-color-1);
  font-size: 17px;
  font-weight: 600;
  text-decoration: none;
}
.lonja-start {
  display: grid;
  grid-template-columns: repeat(auto-fit, minmax(min(26rem, 100%), 1fr));
  gap: 8px 48px;
  padding: 20px;
  border-bottom: 1px solid var(--scalar-border-color);
  font-size: 14px;
  line-height: 1.55;
}
.lonja-start h1, .lonja-start h2 { margin: 0 0 8px; font-size: 19px; font-weight: 600; }
.lonja-start ol { margin: 0; padding-left: 20px; }
.lonja-start li { margin-bottom: 6px; }
.lonja-start code {
  overflow-wrap: anywhere;
  border-radius: 4px;
  padding: 1px 4px;
  background: var(--scalar-background-2);
  font-family: ui-monospace, SFMono-Regular, Menlo, monospace;
  font-size: 13px;
}
`;

const FIRST_REQUEST = `curl -H "Authorization: Bearer svc_..." "$HOST${API_PREFIX}/forecasts/latest?market_id=es&amp;product=da"`;

/** What stands above the reference: the way back, and the first steps in English and Spanish. */
export const DOCS_INTRODUCTION = `
    <header class="lonja-bar">
      <a class="home" href="/"><img src="/docs/assets/mark.svg" alt="" width="24" height="24">Lonja</a>
      <a href="/docs">Documentation</a>
      <a href="/docs/api-reference">Examples</a>
    </header>
    <div class="lonja-start">
      <section lang="en" aria-labelledby="start-en">
        <h1 id="start-en">The Lonja API</h1>
        <ol>
          <li><b>Get a key.</b> In the application an administrator creates one under <a href="/api-keys">API keys</a>. It is shown once.</li>
          <li><b>First request:</b> <code>${FIRST_REQUEST}</code></li>
          <li><b>Limits.</b> 60 requests a minute for a key; <code>X-RateLimit-Remaining</code> says how many are left. Above it the answer is 429
            with <code>Retry-After</code>.</li>
          <li><b>Errors</b> are <code>{error, detail, status, request_id}</code>; <code>detail</code> says what to do. <a href="/docs/errors">All
            codes</a>.</li>
          <li><b>Further:</b> <a href="/docs/guides/first-forecast">a first forecast</a>, <a href="/docs/api">rules for all routes</a>, <a
            href="/docs/webhooks">webhooks</a>, <a href="/docs/recipes">recipes</a>.</li>
        </ol>
      </section>
      <section lang="es" aria-labelledby="start-es">
        <h2 id="start-es">La API de Lonja</h2>
        <ol>
          <li><b>Obtenga una clave.</b> Un administrador la crea en la aplicación, en <a href="/api-keys">Claves de API</a>. Solo se muestra una vez.</li>
          <li><b>Primera petición:</b> <code>${FIRST_REQUEST}</code></li>
          <li><b>Límites.</b> 60 peticiones por minuto y clave; <code>X-RateLimit-Remaining</code> indica cuántas quedan. Si se supera, la respuesta
            es 429 con <code>Retry-After</code>.</li>
          <li><b>Los errores</b> son <code>{error, detail, status, request_id}</code>; <code>detail</code> dice qué hacer. <a
            href="/docs/errors" hreflang="en">Todos los códigos</a> (en inglés).</li>
          <li><b>Más:</b> <a href="/docs/es/guides/first-forecast">una primera previsión</a>, <a href="/docs/es/guides/webhooks">recibir un
            webhook</a>, <a href="/docs/es/recipes">recetas</a>, <a href="/docs/es/api-reference">referencia de la API</a> y, en inglés, las <a
            href="/docs/api" hreflang="en">reglas de todas las rutas</a>.</li>
        </ol>
      </section>
    </div>`;
