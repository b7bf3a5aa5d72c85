import './app.css';
import { LonjaError } from '@lonja/client';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { createQueryClient } from './api/query-client.ts';
import { startLanguage } from './i18n/locale.ts';
import { createApplicationRouter } from './router.tsx';
import { applyTheme } from './theme/theme.ts';

applyTheme();
// The font comes behind the scripts, which the first text waits for, and before that text; without it another one stands in.
document.fonts.load('1em Inter').catch(() => {});
const queryClient = createQueryClient();
const router = createApplicationRouter(queryClient);
const element = document.getElementById('application');
if (element === null) throw new Error('The page has no place for the application.');
const root = createRoot(element, {
  onCaughtError(error) {
    // What the service refused is shown on the page; it is no fault of the application.
    if (!(error instanceof LonjaError)) console.error(error);
  },
});
void startLanguage().then(() =>
  root.render(
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </StrictMode>,
  ),
);
