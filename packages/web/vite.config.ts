import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** Address of a running service, whose API the development server passes on. */
const API = 'http://127.0.0.1:8080';

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), tailwindcss()],
  server: { proxy: { '/api': API } },
  build: {
    target: 'es2022',
    // From here on browsers know light-dark(), which the design tokens rest on.
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    emptyOutDir: true,
    // Inlined files and an inline polyfill would need a looser content security policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: {
      output: {
        codeSplitting: {
          // What every page needs comes as one file, not as twenty: fewer requests, and it compresses better.
          groups: [
            {
              name: 'shell',
              test: /node_modules[\\/](react|react-dom|scheduler|@tanstack)[\\/]|[\\/]client[\\/]src[\\/]|[\\/]web[\\/]src[\\/](api|i18n|layout|theme|time)[\\/]/,
            },
          ],
        },
      },
    },
  },
});
