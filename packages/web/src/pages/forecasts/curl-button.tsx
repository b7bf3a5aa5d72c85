import { SquareTerminal } from 'lucide-react';
import { useState } from 'react';
import { useMessages } from '../../i18n/locale.ts';
import type { PriceChartInput } from '../../market/price-chart.ts';
import { Button } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { messages } from './messages.ts';

/** The request behind the view, for those who take the data elsewhere. */
export function CurlButton(input: PriceChartInput) {
  const t = useMessages(messages);
  const [isOpen, setIsOpen] = useState(false);
  const command = curlOf(input);
  return (
    <>
      <Button onClick={() => setIsOpen(true)}>
        <SquareTerminal aria-hidden size={15} />
        {t('curl')}
      </Button>
      {isOpen && (
        <Dialog title={t('curlTitle')} onClose={() => setIsOpen(false)}>
          <p className="text-sm text-soft">{t('curlText')}</p>
          <pre className="rounded-md bg-sunken p-3 font-mono text-sm break-all whitespace-pre-wrap">
            {command}
          </pre>
          <div className="justify-self-end">
            <CopyButton text={command} />
          </div>
        </Dialog>
      )}
    </>
  );
}

function curlOf({ from, to, products, resolution }: PriceChartInput): string {
  const query = new URLSearchParams({ date_from: from, date_to: to, products: products.join() });
  if (resolution === 'PT15M') query.set('resolution', resolution);
  const url = `${location.origin}/api/v1/dashboard/charts/prices?${query.toString()}`;
  return `curl -H 'Authorization: Bearer svc_...' '${url}'`;
}
