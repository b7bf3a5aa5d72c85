import type { LonjaEvent } from '@lonja/client';
import { useQueryClient } from '@tanstack/react-query';
import { Outlet, useRouter } from '@tanstack/react-router';
import { type ReactNode, useEffect, useState } from 'react';
import { useLiveUpdates } from '../api/live-updates.ts';
import { useIsSignedIn } from '../api/session.ts';
import { BottomBar } from './bottom-bar.tsx';
import { MarketBar } from './market-bar.tsx';
import { Rail } from './rail.tsx';
import { type Helper, Shortcuts } from './shortcuts.tsx';
import { useIsWide } from './use-is-wide.ts';

/** Frame of the signed-in pages: navigation beside or below, the market above the page, and news as they come. `children` in place of a route's page. */
export function AppShell({ children }: { children?: ReactNode }) {
  useLiveUpdates(announce);
  useSignInWhenSessionEnds();
  const isWide = useIsWide();
  // The first page is drawn after the frame, in a turn of its own: a slow phone shows the market bar sooner.
  const [hasPage, setHasPage] = useState(false);
  useEffect(() => {
    const turn = setTimeout(() => setHasPage(true));
    return () => clearTimeout(turn);
  }, []);
  const [helper, setHelper] = useState<Helper>();
  return (
    <div className="md:flex">
      {isWide && <Rail onSearch={() => setHelper('go-to')} />}
      <div className="min-w-0 grow">
        <MarketBar />
        <main id="content" tabIndex={-1} className="px-4 pt-4 pb-24 sm:px-6 md:pt-5 md:pb-12 lg:px-8">
          <div className="mx-auto max-w-[80rem]">{children ?? (hasPage && <Outlet />)}</div>
        </main>
      </div>
      {!isWide && <BottomBar />}
      <Shortcuts shown={helper} onShow={setHelper} />
    </div>
  );
}

/** Leads to the sign-in page and back here when the session has ended, in this tab or another: the route itself asks for one. */
function useSignInWhenSessionEnds(): void {
  const isSignedIn = useIsSignedIn();
  const router = useRouter();
  const queryClient = useQueryClient();
  useEffect(() => {
    const leave = async () => {
      await router.invalidate();
      queryClient.clear();
    };
    if (!isSignedIn) void leave();
  }, [isSignedIn, router, queryClient]);
}

/** Fetched with the first event, which no page waits for. */
function announce(event: LonjaEvent): void {
  void import('./announce.ts').then(
    (part) => part.announce(event),
    () => undefined,
  );
}
