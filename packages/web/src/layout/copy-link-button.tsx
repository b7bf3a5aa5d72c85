import { type NavigateOptions, useRouter } from '@tanstack/react-router';
import { defineMessages } from '../i18n/define-messages.ts';
import { useMessages } from '../i18n/locale.ts';
import { CopyButton } from '../ui/copy-button.tsx';

const messages = defineMessages({ en: { link: 'Copy link' }, es: { link: 'Copiar enlace' } });

/** Copies the address of a view with its days written out, so that it shows the same ones tomorrow. */
export function CopyLinkButton({ to, search }: Required<Pick<NavigateOptions, 'to' | 'search'>>) {
  const t = useMessages(messages);
  const router = useRouter();
  const { href } = router.buildLocation({ to, search });
  return <CopyButton text={`${location.origin}${href}`} label={t('link')} />;
}
