import type { AlertChannel } from '@lonja/client';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useErrorText } from '../../api/error-text.ts';
import { useMessages } from '../../i18n/locale.ts';
import { Button } from '../../ui/button.tsx';
import { showToast } from '../../ui/toast.tsx';
import { NotAllowed, addDevice, canNotify, findDevice } from './device.ts';
import { CHANNELS_KEY } from './query.ts';

/** Lets this browser show alerts, or says why it does not. */
export function ThisDevice({ channels }: { channels: AlertChannel[] }) {
  const t = useMessages('alerts.channel');
  const errorText = useErrorText();
  const queryClient = useQueryClient();
  const device = findDevice(channels);
  const add = useMutation({
    mutationFn: () => addDevice(device),
    onSuccess: () => showToast(t('deviceAdded')),
    onSettled: () => queryClient.invalidateQueries({ queryKey: CHANNELS_KEY }),
  });
  if (!canNotify()) return <p className="text-sm text-soft">{t('deviceUnable')}</p>;
  const isOn = device?.enabled === true && Notification.permission === 'granted';
  if (isOn) return <p className="text-sm text-soft">{t('deviceOn', { name: device.name })}</p>;
  const isDenied = Notification.permission === 'denied';
  const refusal =
    add.error === null
      ? undefined
      : add.error instanceof NotAllowed
        ? t('deviceNotAllowed')
        : add.error instanceof DOMException
          ? t('deviceFailed')
          : errorText(add.error);
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <Button disabled={isDenied} isBusy={add.isPending} onClick={() => add.mutate()}>
        {t('deviceAdd')}
      </Button>
      <p className="text-sm text-soft" role="status">
        {isDenied ? t('deviceDenied') : (refusal ?? t('deviceNote'))}
      </p>
    </div>
  );
}
