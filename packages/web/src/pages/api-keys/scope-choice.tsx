import { useMessages } from '../../i18n/locale.ts';
import { CheckboxField } from '../../ui/field.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { SCOPES, type Scope } from './quick-start.ts';

const TEXTS = {
  'forecasts:read': 'forecastsScope',
  'market:read': 'marketScope',
  'metrics:read': 'metricsScope',
  'portfolio:read': 'portfolioReadScope',
  'portfolio:write': 'portfolioWriteScope',
} as const satisfies Record<Scope, string>;

interface ScopeChoiceProps {
  /** Null: every right of the role. */
  scopes: readonly Scope[] | null;
  onChange: (scopes: readonly Scope[] | null) => void;
}

/** All rights of the role, or some scopes: the last one cannot be taken away. */
export function ScopeChoice({ scopes, onChange }: ScopeChoiceProps) {
  const t = useMessages('api-keys.page');
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-1 text-sm font-medium text-soft">{t('scopesOf')}</legend>
      <Segmented
        label={t('scopesOf')}
        value={scopes === null ? 'all' : 'some'}
        choices={[
          { value: 'all', label: t('scopesAll') },
          { value: 'some', label: t('scopesSome') },
        ]}
        onChange={(choice) => onChange(choice === 'all' ? null : ['forecasts:read'])}
        className="justify-self-start"
      />
      {scopes !== null &&
        SCOPES.map((scope) => (
          <CheckboxField
            key={scope}
            label={scope}
            hint={t(TEXTS[scope])}
            checked={scopes.includes(scope)}
            disabled={scopes.length === 1 && scopes.includes(scope)}
            onChange={({ target }) =>
              onChange(target.checked ? [...scopes, scope] : scopes.filter((one) => one !== scope))
            }
          />
        ))}
    </fieldset>
  );
}
