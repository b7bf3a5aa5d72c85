import { LonjaError } from '@lonja/client';
import { type ComponentType, createElement, use } from 'react';
import { currentLocale } from '../i18n/locale.ts';
import { forgetFailedTexts, loadTexts } from '../i18n/texts.ts';
import type { Area } from '../i18n/catalogues.ts';

/** A page that has been open for less than this was loaded with the files that the service has now. */
const OPEN_MS = 10_000;

/** Forget the parts that could not be loaded. */
const failed = new Set<() => void>();

/** A component whose code is fetched when it is first shown, or before by `preload`. */
export interface LazyPart<P> {
  (props: P): React.ReactNode;
  preload: () => Promise<void>;
}

/**
 * The component `name` of a module that is loaded when it is needed, together with the texts of the areas that it begins with. What
 * cannot be loaded is a LonjaError of status 0 to those who show the component, until `retryParts` is called.
 */
export function lazyPart<N extends string, P extends object>(
  load: () => Promise<Record<N, ComponentType<P>>>,
  name: N,
  ...areas: Area[]
): LazyPart<P> {
  let loaded: Promise<ComponentType<P>> | undefined;
  /** Shown at once when it is there: `use` waits even for what has come, and React shows what was waited for a third of a second later. */
  let component: ComponentType<P> | undefined;
  let hasFailed = false;
  const forget = () => {
    forgetFailedTexts();
    loaded = undefined;
    hasFailed = false;
  };
  const fetchPart = async () => {
    try {
      const texts = areas.map((area) => loadTexts(currentLocale(), area));
      const [module] = await Promise.all([load(), ...texts]);
      component = module[name];
      return component;
    } catch (cause) {
      await reloadIfReplaced();
      hasFailed = true;
      failed.add(forget);
      throw new LonjaError({
        status: 0,
        error: 'network_error',
        detail: String(cause),
        request_id: '',
        cause,
      });
    }
  };
  const Part = (props: P) => createElement(component ?? use((loaded ??= fetchPart())), props);
  const preload = async () => {
    if (hasFailed) forget();
    // Who shows the component gets the error.
    await (loaded ??= fetchPart()).catch(() => undefined);
  };
  return Object.assign(Part, { preload });
}

/** Parts that could not be loaded are fetched again when they are next shown. */
export function retryParts(): void {
  forgetFailedTexts();
  for (const forget of failed) forget();
  failed.clear();
}

/** After an update of the service the files of a page that has been open are gone: then the whole page is loaded anew. */
async function reloadIfReplaced(): Promise<void> {
  if (performance.now() < OPEN_MS) return;
  const reply = await fetch('/', { method: 'HEAD', cache: 'no-store' }).catch(() => undefined);
  if (reply?.ok !== true) return;
  location.reload();
  await new Promise(() => undefined);
}
