import { type NavigateOptions, useRouter } from '@tanstack/react-router';
import { useMessages } from '../i18n/locale.ts';
import { CopyButton } from '../ui/copy-button.tsx';

/** Copies the address of a view with its days written out, so that it shows the same ones tomorrow. */
export function CopyLinkButton({ to, search }: Required<Pick<NavigateOptions, 'to' | 'search'>>) {
  const t = useMessages('shell.copyLinkButton');
  const router = useRouter();
  const { href } = router.buildLocation({ to, search });
  return <CopyButton text={`${location.origin}${href}`} label={t('link')} />;
}
