import { defineMessages } from '../i18n/define-messages.ts';
import { useMessages } from '../i18n/locale.ts';
import { Dialog } from '../ui/dialog.tsx';
import { CheckboxField } from '../ui/field.tsx';
import { useSingleKeys } from './single-keys.ts';

const messages = defineMessages({
  en: {
    title: 'Keyboard shortcuts',
    everywhere: 'On every page',
    goTo: 'Go to a page, a day or an hour, or do something',
    list: 'Show this list',
    escape: 'Close the open dialog',
    charts: 'In a chart',
    step: 'Read the next or previous value',
    leap: 'Next or previous day',
    ends: 'First or last value',
    zoom: 'Zoom in, zoom out, show all',
    choose: 'Select the hour, where details are available',
    days: 'In a date field',
    day: 'Next or previous day',
    month: 'Next or previous month',
    calendar: 'Open the calendar',
    singleKeys: 'Use the keys / and ? as shortcuts',
    singleKeysHint: 'Turn this off if you use speech input. Ctrl+K always works.',
  },
  es: {
    title: 'Atajos de teclado',
    everywhere: 'En todas las páginas',
    goTo: 'Ir a una página, un día o una hora, o hacer algo',
    list: 'Mostrar esta lista',
    escape: 'Cerrar el cuadro abierto',
    charts: 'En un gráfico',
    step: 'Leer el valor siguiente o anterior',
    leap: 'Día siguiente o anterior',
    ends: 'Primer o último valor',
    zoom: 'Ampliar, reducir, mostrarlo todo',
    choose: 'Seleccionar la hora, donde haya detalles',
    days: 'En un campo de fecha',
    day: 'Día siguiente o anterior',
    month: 'Mes siguiente o anterior',
    calendar: 'Abrir el calendario',
    singleKeys: 'Usar las teclas / y ? como atajos',
    singleKeysHint: 'Desactívelo si usa dictado por voz. Ctrl+K funciona siempre.',
  },
});

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
  const t = useMessages(messages);
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
