import { FIRST_MARKET } from '../market/market.ts';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { client } from '../api/client.ts';
import { useErrorText } from '../api/error-text.ts';
import { hasRole, meQuery, useMe } from '../api/me.ts';
import { summaryQuery } from '../api/summary.ts';
import { fileNameOf, saveFile } from '../charts/save-file.ts';
import { LANGUAGE_NAMES, type Locale, LOCALES } from '../i18n/texts.ts';
import { setLocale, useLocale, useMessages } from '../i18n/locale.ts';
import { sitesQuery } from '../pages/portfolio/query.ts';
import { THEMES, setTheme, useTheme } from '../theme/theme.ts';
import { addDays } from '../time/madrid-time.ts';
import { useToday } from '../time/service-clock.ts';
import { showToast } from '../ui/toast.tsx';

/** Something that is done at once. */
export interface Action {
  label: string;
  run: () => void;
}

/** What can be done from everywhere; what fails is said in a toast. */
export function useActions(): Action[] {
  const t = useMessages('parts.goToActions');
  const errorText = useErrorText();
  const me = useMe();
  const locale = useLocale();
  const theme = useTheme();
  const router = useRouter();
  const queryClient = useQueryClient();
  const tomorrow = addDays(useToday(), 1);
  const attempt = (work: () => Promise<void>) => () => {
    void work().catch((error: unknown) => showToast(errorText(error)));
  };
  return [
    ...(hasRole(me, 'admin')
      ? [
          {
            label: t('createKey'),
            run: attempt(() => router.navigate({ to: '/api-keys', search: { create: true } })),
          },
        ]
      : []),
    { label: t('download'), run: attempt(() => downloadDay(queryClient, tomorrow, locale)) },
    {
      label: t('battery'),
      run: attempt(async () => {
        const { items } = await queryClient.fetchQuery(sitesQuery);
        const [battery, ...more] = items.filter(({ kind }) => kind === 'battery' || kind === 'hybrid');
        if (battery !== undefined && more.length === 0)
          await router.navigate({
            to: '/portfolio/$siteId',
            params: { siteId: battery.id },
            search: { date: tomorrow },
          });
        // Of several the reader chooses; without one, somebody who may adds it.
        else await router.navigate({ to: '/portfolio', search: battery === undefined ? { add: true } : {} });
      }),
    },
    ...LOCALES.filter((other) => other !== locale).map((other) => ({
      label: t('language', { language: LANGUAGE_NAMES[other] }),
      run: attempt(async () => {
        await setLocale(other);
        queryClient.setQueryData(meQuery.queryKey, await client.account.changeMe({ locale: other }));
      }),
    })),
    ...THEMES.filter((one) => one !== theme).map((one) => ({ label: t(one), run: () => setTheme(one) })),
  ];
}

async function downloadDay(queryClient: QueryClient, day: string, locale: Locale): Promise<void> {
  const [text, summary] = await Promise.all([
    client.forecasts.get({ market_id: FIRST_MARKET, product: 'da', date: day, format: 'csv', locale }),
    queryClient.fetchQuery(summaryQuery(undefined)),
  ]);
  const run = summary.products.find(({ product }) => product === 'da')?.latest_run?.issued_at;
  saveFile(fileNameOf({ what: 'forecast', product: 'da', days: [day], run }), text);
}
