import { MARKETS } from '@lonja/forecasting/market';
import { ENERGY_CHARTS_LIMITS, ENERGY_CHARTS_URL, createEnergyChartsSource } from './energy-charts/source.ts';
import type { DeclaredName } from '../../ground/config/declared-name.ts';
import type { Declaration } from './declared/declaration.ts';
import { DECLARED_LIMITS, createDeclaredSource } from './declared/source.ts';
import { createVettedFetch } from './declared/vetted-fetch.ts';
import { ENTSOE_LIMITS, ENTSOE_URL, createEntsoeSource } from './entsoe/source.ts';
import { ESIOS_LIMITS, ESIOS_URL, createEsiosSource } from './esios/source.ts';
import { OMIE_CURVES_LIMITS, OMIE_LIMITS, OMIE_URL, createOmieSource } from './omie/source.ts';
import { OPEN_METEO_LIMITS, OPEN_METEO_URLS, createOpenMeteoSource } from './open-meteo/source.ts';
import { REDATA_LIMITS, REDATA_URL, createRedataSource } from './redata/source.ts';
import { LIVE_SOURCES, type LiveSourceName, type Source } from './source.ts';
import { type SourceLimits, type TransportContext, createTransport } from './transport/transport.ts';

export type LiveSources = Map<LiveSourceName | DeclaredName, Source>;

/** What the sources need besides their own addresses. */
export interface SourceSettings {
  /** Keys of the sources that ask for one. */
  tokens: { esios?: string | undefined; entsoe?: string | undefined };
  /** Addresses that stand in for a source's own, such as a mirror's. */
  urls: Partial<Record<LiveSourceName, string | undefined>>;
  /** Whether OMIE's aggregate curves are followed, 30 MB a day. */
  omieCurves?: boolean;
  /** Sources that the operator has described in SOURCES_FILE. */
  declared?: readonly Declaration[];
}

export interface SourcesContext extends TransportContext {
  /** Makes the `fetch` of a declared source; left out: one that keeps to addresses that it may be asked at. */
  fetchDeclared?: typeof createVettedFetch;
}

/** The live sources of the market that can be asked with these settings, by name: those that need a token are left out without it. */
export function createLiveSources(settings: SourceSettings, context: SourcesContext): LiveSources {
  const { tokens, urls } = settings;
  const transport = (name: LiveSourceName, limits: SourceLimits) => createTransport(name, limits, context);
  const meteo = urls['open-meteo'];
  const sources: LiveSources = new Map();
  sources.set(
    'omie',
    createOmieSource({
      transport: transport('omie', OMIE_LIMITS),
      curves: settings.omieCurves === true ? transport('omie', OMIE_CURVES_LIMITS) : undefined,
      baseUrl: urls.omie ?? OMIE_URL,
    }),
  );
  sources.set(
    'redata',
    createRedataSource({ transport: transport('redata', REDATA_LIMITS), baseUrl: urls.redata ?? REDATA_URL }),
  );
  sources.set(
    'open-meteo',
    createOpenMeteoSource({
      transport: transport('open-meteo', OPEN_METEO_LIMITS),
      urls:
        meteo === undefined
          ? OPEN_METEO_URLS
          : { forecast: meteo, previousRuns: meteo, historical: meteo, archive: meteo },
      now: context.now,
    }),
  );
  if (tokens.esios !== undefined) {
    const options = { baseUrl: urls.esios ?? ESIOS_URL, token: tokens.esios, now: context.now };
    sources.set('esios', createEsiosSource({ ...options, transport: transport('esios', ESIOS_LIMITS) }));
  }
  if (tokens.entsoe !== undefined) {
    const options = { baseUrl: urls.entsoe ?? ENTSOE_URL, token: tokens.entsoe };
    sources.set('entsoe', createEntsoeSource({ ...options, transport: transport('entsoe', ENTSOE_LIMITS) }));
  }
  sources.set(
    'energy-charts',
    createEnergyChartsSource({
      transport: transport('energy-charts', ENERGY_CHARTS_LIMITS),
      baseUrl: urls['energy-charts'] ?? ENERGY_CHARTS_URL,
    }),
  );
  for (const name of LIVE_SOURCES) if (!MARKETS[0].sources.includes(name)) sources.delete(name);
  const { fetchDeclared = createVettedFetch } = context;
  for (const declaration of settings.declared ?? []) {
    const { name, privateNetwork } = declaration;
    const fetch = fetchDeclared(name, privateNetwork);
    sources.set(
      name,
      createDeclaredSource(declaration, createTransport(name, DECLARED_LIMITS, { ...context, fetch })),
    );
  }
  return sources;
}
