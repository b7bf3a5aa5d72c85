import { SquareTerminal } from 'lucide-react';
import { useState } from 'react';
import { defineMessages } from '../i18n/define-messages.ts';
import { useMessages } from '../i18n/locale.ts';
import { Button } from '../ui/button.tsx';
import { CodeBlock } from '../ui/code-block.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { type ApiRequest, curlOf } from './api-request.ts';

const messages = defineMessages({
  en: {
    curl: 'curl',
    title: 'The same data with curl',
    text: 'Replace the dots with an API key. For CSV add &format=csv where the route has it.',
    reference: 'API reference',
  },
  es: {
    curl: 'curl',
    title: 'Los mismos datos con curl',
    text: 'Sustituya los puntos por una clave de API. Para CSV añada &format=csv donde la ruta lo admita.',
    reference: 'Referencia de la API',
  },
});

/** What a view shows, by name, as requests for those who take the data elsewhere. */
export function CurlButton({ requests }: { requests: readonly (ApiRequest & { name: string })[] }) {
  const t = useMessages(messages);
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
