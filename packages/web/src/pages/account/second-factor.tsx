import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { TotpOffer } from '@lonja/client';
import { useState } from 'react';
import { renderSVG } from 'uqr';
import { client } from '../../api/client.ts';
import { useFieldFaults } from '../../api/field-faults.ts';
import { meQuery, useMe } from '../../api/me.ts';
import { useMessages } from '../../i18n/locale.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { TextField } from '../../ui/field.tsx';
import { Form, secretOf, textOf } from '../../ui/form.tsx';
import { SecretOnce } from '../../ui/secret-once.tsx';
import { showToast } from '../../ui/toast.tsx';

/** Turns the second factor on, with a code to prove that it works, and off. Both ask for the password, off for a code too. */
export function SecondFactor() {
  const t = useMessages('account.page');
  const { totp_enabled: isOn } = useMe();
  const [isOpen, setIsOpen] = useState(false);
  const queryClient = useQueryClient();
  const finish = async () => {
    setIsOpen(false);
    showToast(isOn ? t('turnedOff') : t('turnedOn'));
    await queryClient.invalidateQueries({ queryKey: meQuery.queryKey });
  };
  return (
    <>
      <p className="text-soft">{isOn ? t('totpOn') : t('totpOff')}</p>
      <Button className="justify-self-start" onClick={() => setIsOpen(true)}>
        {isOn ? t('remove') : t('enrol')}
      </Button>
      {isOpen && (
        <Dialog title={isOn ? t('remove') : t('enrol')} onClose={() => setIsOpen(false)}>
          {isOn ? <RemoveForm onDone={() => void finish()} /> : <EnrolSteps onDone={() => void finish()} />}
        </Dialog>
      )}
    </>
  );
}

function RemoveForm({ onDone }: { onDone: () => void }) {
  const t = useMessages('account.page');
  const remove = useMutation({
    mutationFn: (fields: FormData) =>
      client.account.removeTotp({ password: secretOf(fields, 'password'), otp: textOf(fields, 'otp') }),
    onSuccess: onDone,
  });
  return <PasswordStep action={t('remove')} mutation={remove} takesCode />;
}

function EnrolSteps({ onDone }: { onDone: () => void }) {
  const t = useMessages('account.page');
  const [offer, setOffer] = useState<TotpOffer>();
  const [codes, setCodes] = useState<string[]>();
  const enrol = useMutation({
    mutationFn: (fields: FormData) => client.account.enrolTotp({ password: secretOf(fields, 'password') }),
    onSuccess: setOffer,
  });
  if (codes !== undefined) return <RecoveryStep codes={codes} onDone={onDone} />;
  if (offer === undefined) return <PasswordStep action={t('continue')} mutation={enrol} />;
  return <CodeStep offer={offer} onCodes={setCodes} />;
}

interface PasswordStepProps {
  action: string;
  mutation: { mutate: (fields: FormData) => void; error: unknown; isPending: boolean };
  /** Whether a code is asked for too. */
  takesCode?: boolean;
}

function PasswordStep({ action, mutation, takesCode = false }: PasswordStepProps) {
  const t = useMessages('account.page');
  const faults = useFieldFaults(mutation.error);
  return (
    <Form onSubmit={mutation.mutate} error={mutation.error}>
      <p className="text-soft">{takesCode ? t('removeText') : t('enrolText')}</p>
      <TextField
        label={t('current')}
        name="password"
        type="password"
        autoComplete="current-password"
        required
        maxLength={128}
        error={faults['password']}
      />
      {takesCode && (
        <TextField
          label={t('codeOrRecovery')}
          name="otp"
          autoComplete="one-time-code"
          required
          maxLength={16}
          error={faults['otp']}
        />
      )}
      <Button type="submit" look="primary" isBusy={mutation.isPending} className="justify-self-end">
        {action}
      </Button>
    </Form>
  );
}

/** What signs in when the authenticator is lost. */
function RecoveryStep({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  const t = useMessages('account.page');
  return (
    <>
      <p className="text-soft">{t('recovery')}</p>
      <SecretOnce label={t('recoveryCodes')} secret={codes.join(' ')} fileName="lonja-recovery-codes.txt" />
      <Button look="primary" className="justify-self-end" onClick={onDone}>
        {t('kept')}
      </Button>
    </>
  );
}

interface CodeStepProps {
  offer: TotpOffer;
  onCodes: (recoveryCodes: string[]) => void;
}

function CodeStep({ offer: { secret, uri }, onCodes }: CodeStepProps) {
  const t = useMessages('account.page');
  const confirm = useMutation({
    mutationFn: (fields: FormData) =>
      client.account.confirmTotp({ otp: textOf(fields, 'otp').replaceAll(' ', '') }),
    onSuccess: ({ recovery_codes }) => onCodes(recovery_codes),
  });
  const faults = useFieldFaults(confirm.error);
  return (
    <Form onSubmit={confirm.mutate} error={confirm.error}>
      <p className="text-soft">{t('scan')}</p>
      <img
        alt={t('qr')}
        width={184}
        height={184}
        className="justify-self-center rounded-md"
        src={`data:image/svg+xml;utf8,${encodeURIComponent(renderSVG(uri))}`}
      />
      <p className="text-center font-mono text-sm break-all">
        <span className="sr-only">{t('key')}: </span>
        {secret}
      </p>
      <TextField
        label={t('code')}
        name="otp"
        inputMode="numeric"
        autoComplete="one-time-code"
        pattern="[0-9 ]{6,7}"
        required
        error={faults['otp']}
      />
      <Button type="submit" look="primary" isBusy={confirm.isPending} className="justify-self-end">
        {t('confirm')}
      </Button>
    </Form>
  );
}
