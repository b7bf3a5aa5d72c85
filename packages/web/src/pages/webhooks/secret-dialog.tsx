import { useMessages } from '../../i18n/locale.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { SecretOnce } from '../../ui/secret-once.tsx';

interface SecretDialogProps {
  name: string;
  secret: string;
  text: string;
  onClose: () => void;
}

export function SecretDialog({ name, secret, text, onClose }: SecretDialogProps) {
  const t = useMessages('webhooks.page');
  return (
    <Dialog title={t('secretTitle')} onClose={onClose} isSticky>
      <p className="text-soft">{text}</p>
      <SecretOnce label={t('secret', { name })} secret={secret} fileName="lonja-webhook-secret.txt" />
      <Button look="primary" className="justify-self-end" onClick={onClose}>
        {t('stored')}
      </Button>
    </Dialog>
  );
}
