import { useMessages } from '../i18n/locale.ts';
import { Dialog } from '../ui/dialog.tsx';
import { CheckboxField } from '../ui/field.tsx';
import { useSingleKeys } from './single-keys.ts';

const GROUPS = [
  {
    name: 'everywhere',
    keys: [
      { keys: ['/', 'Ctrl+K'], does: 'goTo' },
      { keys: ['?'], does: 'list' },
      { keys: ['Esc'], does: 'escape' },
    ],
  },
  {
    name: 'charts',
    keys: [
      { keys: ['←', '→'], does: 'step' },
      { keys: ['Page Up', 'Page Down'], does: 'leap' },
      { keys: ['Home', 'End'], does: 'ends' },
      { keys: ['+', '−', '0'], does: 'zoom' },
      { keys: ['Enter'], does: 'choose' },
    ],
  },
  {
    name: 'days',
    keys: [
      { keys: ['↑', '↓'], does: 'day' },
      { keys: ['Page Up', 'Page Down'], does: 'month' },
      { keys: ['Alt+↓'], does: 'calendar' },
    ],
  },
] as const;

/** Every key that does something here. */
export function ShortcutsDialog({ onClose }: { onClose: () => void }) {
  const t = useMessages('parts.shortcutsDialog');
  const [isOn, setIsOn] = useSingleKeys();
  return (
    <Dialog title={t('title')} onClose={onClose}>
      {GROUPS.map(({ name, keys: rows }) => (
        <section key={name} className="grid gap-1.5">
          <h3 className="text-sm font-medium text-soft">{t(name)}</h3>
          <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1.5 text-sm">
            {rows.map(({ keys, does }) => (
              <div key={does} className="col-span-2 grid grid-cols-subgrid items-baseline">
                <dt className="flex gap-1">
                  {keys.map((key) => (
                    <kbd
                      key={key}
                      className="rounded-sm border border-line bg-sunken px-1.5 font-mono text-xs"
                    >
                      {key}
                    </kbd>
                  ))}
                </dt>
                <dd>{t(does)}</dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
      <CheckboxField
        label={t('singleKeys')}
        hint={t('singleKeysHint')}
        checked={isOn}
        onChange={({ target }) => setIsOn(target.checked)}
      />
    </Dialog>
  );
}
