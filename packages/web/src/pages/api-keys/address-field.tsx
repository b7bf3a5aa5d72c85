import { useMessages } from '../../i18n/locale.ts';
import { TextArea } from '../../ui/field.tsx';
import { textOf } from '../../ui/form.tsx';

const NAME = 'allowed_addresses';
const LONGEST_LIST = 3500;

interface AddressFieldProps {
  networks: readonly string[] | null;
  faults: Record<string, string>;
}

/** From where a key may be used, an address or network a line; empty: from anywhere. */
export function AddressField({ networks, faults }: AddressFieldProps) {
  const t = useMessages('api-keys.page');
  return (
    <TextArea
      label={t('addresses')}
      hint={t('addressesHint')}
      name={NAME}
      rows={3}
      maxLength={LONGEST_LIST}
      defaultValue={networks?.join('\n')}
      placeholder={'203.0.113.7\n2001:db8:1::/48'}
      spellCheck={false}
      autoComplete="off"
      error={faults[NAME] && t('addressesFault')}
    />
  );
}

/** What the field says; null: from anywhere. */
export function networksOf(fields: FormData): string[] | null {
  const networks = textOf(fields, NAME)
    .split(/[\s,;]+/)
    .filter((network) => network !== '');
  return networks.length === 0 ? null : networks;
}
