import { SquareTerminal } from 'lucide-react';
import { useState } from 'react';
import { useMessages } from '../i18n/locale.ts';
import { Button } from '../ui/button.tsx';
import { CodeBlock } from '../ui/code-block.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { type ApiRequest, curlOf } from './api-request.ts';

/** What a view shows, by name, as requests for those who take the data elsewhere. */
export function CurlButton({ requests }: { requests: readonly (ApiRequest & { name: string })[] }) {
  const t = useMessages('parts.curlButton');
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setIsOpen(true)}>
        <SquareTerminal aria-hidden size={15} />
        {t('curl')}
      </Button>
      {isOpen && (
        <Dialog
          title={t('title')}
          onClose={() => setIsOpen(false)}
          className="w-[min(44rem,calc(100vw-1.5rem))]"
        >
          <p className="text-sm text-soft">
            {t('text')}{' '}
            <a href="/docs/api-reference" className="text-accent underline">
              {t('reference')}
            </a>
          </p>
          {requests.map((request) => (
            <CodeBlock key={request.name} label={request.name} code={curlOf(location.origin, request)} />
          ))}
        </Dialog>
      )}
    </>
  );
}
