import type { CreatedApiKey } from '@lonja/client';
import { useMessages } from '../../i18n/locale.ts';
import { useToday } from '../../time/service-clock.ts';
import { Button } from '../../ui/button.tsx';
import { CodeBlock } from '../../ui/code-block.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { SecretOnce } from '../../ui/secret-once.tsx';
import { quickStart } from './quick-start.ts';

/** A key in the moment of its making, with a first request to try it. */
export function MadeKey({ made, onClose }: { made: CreatedApiKey; onClose: () => void }) {
  const t = useMessages('api-keys.page');
  const { key, label, scopes, prefix } = made;
  const date = useToday();
  const code = quickStart({ origin: location.origin, key, scopes, date });
  return (
    <Dialog title={t('made')} onClose={onClose} isSticky>
      <SecretOnce label={label} secret={key} fileName={`lonja-${prefix}.txt`} />
      <CodeBlock label={t('tryIt')} code={code} />
      <Button look="primary" className="justify-self-end" onClick={onClose}>
        {t('done')}
      </Button>
    </Dialog>
  );
}
