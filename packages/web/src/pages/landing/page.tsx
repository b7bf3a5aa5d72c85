import { useFormat } from '../../i18n/format.ts';
import { useMessages } from '../../i18n/locale.ts';
import { DocumentationLinks } from '../../layout/documentation-links.tsx';
import { Page, Section } from '../../layout/page.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { LivePicture } from './live-picture.tsx';
import { BENCHMARKS, COVERAGE } from './benchmarks.ts';

const REQUEST = `curl -H 'Authorization: Bearer svc_...' \\
  '${location.origin}/api/v1/forecasts/latest?market_id=es&product=da'`;

const ANSWER = `{
  "product": "da", "unit": "EUR/MWh",
  "model_version": "da-2026.11.1",
  "points": [
    { "time": "2026-03-31T18:00:00Z",
      "value": 84.12, "p10": 71.40, "p90": 97.03 },
    ...`;

/** The start page: what the service forecasts, how accurate it is and how to use it. */
export function LandingPage() {
  const t = useMessages('landing.page');
  return (
    <Page title={t('title')} isCover>
      <div className="-mt-3 grid grid-cols-1 gap-10">
        <div className="grid gap-5">
          <p className="max-w-3xl text-lg text-soft">
            {t('lead')} {t('leadRecord')}
          </p>
          <div className="flex flex-wrap gap-2">
            <ButtonLink to="/register" look="primary" className="min-h-11 px-5">
              {t('register')}
            </ButtonLink>
            <a
              href="/docs"
              className="inline-flex min-h-11 items-center rounded-md border border-edge bg-raised px-5 text-sm font-medium hover:bg-sunken"
            >
              {t('docs')}
            </a>
          </div>
        </div>
        <LivePicture />
        <Uses />
        <div className="grid grid-cols-1 gap-x-12 gap-y-8 lg:grid-cols-2">
          <Benchmarks />
          <QuickStart />
        </div>
      </div>
    </Page>
  );
}

function Uses() {
  const t = useMessages('landing.page');
  const uses = [
    { name: t('sell'), text: t('sellText') },
    { name: t('plan'), text: t('planText') },
    { name: t('build'), text: t('buildText') },
  ];
  return (
    <Section title={t('forWhom')}>
      <dl className="grid gap-x-10 gap-y-5 sm:grid-cols-3">
        {uses.map(({ name, text }) => (
          <div key={name}>
            <dt className="font-medium">{name}</dt>
            <dd className="text-soft">{text}</dd>
          </div>
        ))}
      </dl>
    </Section>
  );
}

function Benchmarks() {
  const t = useMessages('landing.page');
  const format = useFormat();
  return (
    <Section title={t('recordTitle')} note={t('recordText')}>
      <DataTable
        caption={t('recordTitle')}
        rows={BENCHMARKS}
        keyOf={({ market }) => market}
        columns={[
          { title: t('market'), cell: ({ market }) => t(market) },
          {
            title: t('span'),
            isWide: true,
            cell: ({ from, to }) => `${format.day(from)} – ${format.day(to)}`,
          },
          { title: t('own'), isNumber: true, cell: ({ own }) => <strong>{format.number(own, 3)}</strong> },
          { title: t('published'), isNumber: true, cell: ({ published }) => format.number(published, 3) },
          {
            title: t('better'),
            isNumber: true,
            cell: ({ own, published }) => format.percent((1 - own / published) * 100),
          },
        ]}
      />
      <p className="text-sm text-faint">
        {t('recordNote')}{' '}
        {t('recordCoverage', {
          lowest: format.number(COVERAGE.lowest, 1),
          highest: format.number(COVERAGE.highest, 1),
        })}{' '}
        {t('recordFiles')}
      </p>
    </Section>
  );
}

function QuickStart() {
  const t = useMessages('landing.page');
  return (
    <Section title={t('quickTitle')} note={t('quickText')}>
      <Code text={REQUEST} />
      <p className="text-sm text-faint">{t('quickAnswer')}</p>
      <Code text={ANSWER} />
      <DocumentationLinks />
    </Section>
  );
}

function Code({ text }: { text: string }) {
  return (
    <pre className="rounded-md bg-sunken p-3 font-mono text-sm break-all whitespace-pre-wrap">
      <code>{text}</code>
    </pre>
  );
}
