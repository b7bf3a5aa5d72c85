import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { calledRoutes } from './build/called-routes.ts';
import { earlyFiles } from './build/early-files.ts';

/** Address of a running service, whose API the development server passes on. */
const API = 'http://127.0.0.1:8080';

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), tailwindcss(), calledRoutes(), earlyFiles('/pages/overview/page.tsx')],
  server: { proxy: { '/api': API, '/showcase.json': API } },
  build: {
    target: 'es2022',
    // From here on browsers know light-dark(), which the design tokens rest on.
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    emptyOutDir: true,
    // Inlined files and an inline polyfill would need a looser content security policy.
    assetsInlineLimit: 0,
    // The style sheet of charts is too small to be waited for.
    cssCodeSplit: false,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: {
      output: {
        codeSplitting: {
          // What pages share comes in a few files, not in twenty: fewer requests, and it compresses better.
          groups: [
            {
              name: 'shell',
              priority: 3,
              test: /node_modules[\\/](react|react-dom|scheduler|@tanstack)[\\/]|[\\/]client[\\/]src[\\/](?!reasons)|[\\/]web[\\/]src[\\/](api|i18n|layout|theme|time)[\\/](?!announce|go-to-|shortcuts-dialog|documentation-|months|read-|field-faults|role-|superadmin-gate|record-time|zone-time|users|settings)/,
            },
            {
              name: 'parts',
              priority: 2,
              test: /[\\/]web[\\/]src[\\/](ui[\\/](badge|copy-button|data-table|disclosure-chip|figure|segmented|toggle-set)|market[\\/](compared|comparison-choice|day-range|interval-choice|intervals|preparation-part|price-chart|products|reasons-of-day|resolution-choice|simulated-line|market-choice|market|kept-choice|resolution|comparison)|charts[\\/](colours|nice-ticks|save-file|step-path))\.tsx?$|icons[\\/]chevron-(left|right)\./,
            },
            {
              name: 'beyond',
              priority: 2,
              test: /[\\/]web[\\/]src[\\/](market[\\/]beyond-|charts[\\/]draw-dots|pages[\\/]overview[\\/](seldom-shown|bounds-change|with-beyond))/,
            },
            { name: 'charts', priority: 1, test: /[\\/]charts[\\/](time-chart|spark|use-width)\.tsx?$/ },
            {
              name: 'forms',
              test: /[\\/]web[\\/]src[\\/](ui[\\/]|market[\\/]range-controls|(api|i18n|layout|time)[\\/](field-faults|role-|superadmin-gate|record-time|zone-time|users|settings))/,
            },
          ],
        },
      },
    },
  },
});
