import type { Site } from '@lonja/client';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { Suspense, useState } from 'react';
import { client } from '../../api/client.ts';
import { useErrorText } from '../../api/error-text.ts';
import { hasRole, useMe } from '../../api/me.ts';
import { useFormat } from '../../i18n/format.ts';
import { useMessages } from '../../i18n/locale.ts';
import { lazyPart } from '../../layout/load-part.ts';
import { Page } from '../../layout/page.tsx';
import { CurlButton } from '../../market/curl-button.tsx';
import { ResolutionChoice } from '../../market/resolution-choice.tsx';
import { useResolution } from '../../market/resolution.ts';
import { addDays } from '../../time/madrid-time.ts';
import { useToday } from '../../time/service-clock.ts';
import { Button, ButtonLink, IconButton } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { Placeholder, QueryView } from '../../ui/states.tsx';
import { showToast } from '../../ui/toast.tsx';
import { PORTFOLIO_KEY, siteQuery } from './query.ts';
import { Schedule } from './schedule.tsx';
import { SiteDialog } from './site-dialog.tsx';
import { Valuation } from './valuation.tsx';

const route = getRouteApi('/app/portfolio/$siteId');
/** Loaded when an offer is asked for. */
const Offer = lazyPart(() => import('./offer.tsx'), 'Offer');
/** Loaded when waiting for an intraday auction is asked about. */
const Waiting = lazyPart(() => import('./waiting.tsx'), 'Waiting');
/** Loaded when kept plans are asked for. */
const Kept = lazyPart(() => import('./kept.tsx'), 'Kept');

/** Loaded when what the owner uploads is asked for. */
const OwnData = lazyPart(() => import('./own-data.tsx'), 'OwnData');

/** One site on one day: its plan where it can be planned, and its value hour by hour. */
export function SitePage() {
  const t = useMessages('portfolio.page');
  const { siteId } = route.useParams();
  const site = useQuery(siteQuery(siteId));
  return (
    <Page
      title={site.data?.name ?? t('title')}
      subtitle={site.data && t(site.data.kind)}
      actions={
        <>
          <ButtonLink look="quiet" to="/portfolio">
            {t('back')}
          </ButtonLink>
          {site.data && <Changes site={site.data} />}
        </>
      }
    >
      <QueryView query={site} placeholder={<Placeholder className="h-96" />}>
        {(shown) => <Day site={shown} />}
      </QueryView>
    </Page>
  );
}

function Day({ site }: { site: Site }) {
  const t = useMessages('portfolio.page');
  const format = useFormat();
  const tomorrow = addDays(useToday(), 1);
  const { date = tomorrow, plan = 'expected', view } = route.useSearch();
  const navigate = route.useNavigate();
  const move = (days: number) =>
    void navigate({ search: (search) => ({ ...search, date: addDays(date, days) }), replace: true });
  const [resolution] = useResolution();
  const isPlanned =
    site.kind === 'battery' || site.kind === 'hybrid' || (site.kind === 'load' && site.energy_mwh !== null);
  const requests = [
    ...(isPlanned ? [{ name: t('curlSchedule'), path: 'schedule', query: { date, resolution, plan } }] : []),
    { name: t('curlValuation'), path: 'valuation', query: { date, resolution } },
    { name: t('curlOffer'), path: 'offer', query: { date, plan } },
    { name: t('viewWaiting'), path: 'waiting', query: { date, resolution } },
  ].map((request) => ({ ...request, path: `/portfolio/sites/${site.id}/${request.path}` }));
  const keptRequests = [{ name: t('viewKept'), path: '/portfolio/kept-plans', query: { site_id: site.id } }];
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <div className="flex items-center gap-1">
          <IconButton label={t('before')} onClick={() => move(-1)}>
            <ChevronLeft aria-hidden size={18} />
          </IconButton>
          <h2 className="min-w-48 text-center font-semibold">{format.longDay(date)}</h2>
          <IconButton label={t('after')} onClick={() => move(1)}>
            <ChevronRight aria-hidden size={18} />
          </IconButton>
        </div>
        <div className="flex flex-wrap items-center gap-2">
          <Segmented
            label={t('view')}
            value={view ?? 'day'}
            choices={[
              { value: 'day', label: t('viewDay') },
              { value: 'offer', label: t('viewOffer') },
              { value: 'waiting', label: t('viewWaiting') },
              { value: 'kept', label: t('viewKept') },
              { value: 'data', label: t('viewData') },
            ]}
            onChange={(chosen) =>
              void navigate({
                search: ({ view: _view, ...rest }) => ({
                  ...rest,
                  date,
                  ...(chosen !== 'day' && { view: chosen }),
                }),
                replace: true,
              })
            }
          />
          {(view === undefined || view === 'waiting') && <ResolutionChoice />}
          <CurlButton requests={view === 'kept' ? keptRequests : requests} />
        </div>
      </div>
      {view === 'offer' && (
        <Suspense fallback={<Placeholder className="h-[30rem]" />}>
          <Offer site={site} date={date} plan={plan} />
        </Suspense>
      )}
      {view === 'waiting' && (
        <Suspense fallback={<Placeholder className="h-[30rem]" />}>
          <Waiting site={site} date={date} resolution={resolution} />
        </Suspense>
      )}
      {view === 'kept' && (
        <Suspense fallback={<Placeholder className="h-[30rem]" />}>
          <Kept site={site} date={date} plan={plan} />
        </Suspense>
      )}
      {view === 'data' && (
        <Suspense fallback={<Placeholder className="h-[30rem]" />}>
          <OwnData site={site} />
        </Suspense>
      )}
      {view === undefined && isPlanned && (
        <Schedule
          site={site}
          date={date}
          plan={plan}
          resolution={resolution}
          onPlan={(chosen) =>
            void navigate({
              search: ({ plan: _plan, ...rest }) => ({
                ...rest,
                date,
                ...(chosen === 'robust' && { plan: chosen }),
              }),
              replace: true,
            })
          }
        />
      )}
      {view === undefined && !isPlanned && <Valuation site={site} date={date} resolution={resolution} />}
    </>
  );
}

/** Edit and delete, for managers and administrators. */
function Changes({ site }: { site: Site }) {
  const t = useMessages('portfolio.page');
  const me = useMe();
  const errorText = useErrorText();
  const queryClient = useQueryClient();
  const navigate = route.useNavigate();
  const [open, setOpen] = useState<'edit' | 'remove'>();
  const remove = useMutation({
    mutationFn: () => client.portfolio.deleteSite({ id: site.id }),
    async onSuccess() {
      showToast(t('removed'));
      await navigate({ to: '/portfolio' });
      await queryClient.invalidateQueries({ queryKey: PORTFOLIO_KEY });
    },
    onError: (error) => showToast(errorText(error)),
  });
  if (!hasRole(me, 'manager')) return null;
  return (
    <>
      <Button onClick={() => setOpen('edit')}>{t('change')}</Button>
      <Button look="danger" onClick={() => setOpen('remove')}>
        {t('remove')}
      </Button>
      {open === 'edit' && <SiteDialog site={site} onClose={() => setOpen(undefined)} />}
      {open === 'remove' && (
        <ConfirmDialog
          title={t('removeTitle')}
          text={t('removeText', { name: site.name })}
          action={t('remove')}
          isBusy={remove.isPending}
          onConfirm={() => remove.mutate()}
          onClose={() => setOpen(undefined)}
        />
      )}
    </>
  );
}
