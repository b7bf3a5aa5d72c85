import { SHOWN_MARKETS } from '../../market/shown-markets.ts';
import type { AlertConditionInput, AlertRule } from '@lonja/client';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { client } from '../../api/client.ts';
import { useMessages } from '../../i18n/locale.ts';
import { FIRST_MARKET, type MarketId, readMarket, useMarket } from '../../market/market.ts';
import { PRODUCTS } from '../../market/products.ts';
import { type Resolution, useResolution } from '../../market/resolution.ts';
import { CheckboxField, SelectField } from '../../ui/field.tsx';
import { textOf } from '../../ui/form.tsx';
import { NumberField } from '../../ui/number-field.tsx';
import { RecordDialog } from '../../ui/record-dialog.tsx';
import { RULES_KEY } from './query.ts';
import { RulePreview } from './rule-preview.tsx';

const KINDS = [
  'price_above',
  'price_below',
  'negative_hours',
  'probability_below',
  'probability_above',
  'forecast_change',
  'spread',
] as const;
const CHANNELS = ['in_app', 'email'] as const;
const DEFAULT_THRESHOLD = {
  price_above: 100,
  price_below: 0,
  negative_hours: 1,
  forecast_change: 10,
  spread: 80,
  probability_above: 100,
  probability_below: 0,
};
const DEFAULT_HOURS = 4;
const DEFAULT_PROBABILITY = 50;

/** Adds a rule, or changes one. */
export function RuleDialog({ rule, onClose }: { rule: AlertRule | undefined; onClose: () => void }) {
  const t = useMessages('alerts.page');
  const common = useMessages('shell.common');
  const [kind, setKind] = useState(rule?.kind ?? 'negative_hours');
  const [chosen] = useMarket();
  const [market, setMarket] = useState<MarketId>(readMarket(rule?.market_id).market ?? chosen);
  const [product, setProduct] = useState(rule?.product ?? 'da');
  const [shown] = useResolution();
  const [resolution, setResolution] = useState<Resolution>(rule?.resolution ?? shown);
  const isLikelihood = kind === 'probability_above' || kind === 'probability_below';
  const conditionOf = (fields: FormData) => ({
    kind,
    market_id: market,
    product,
    resolution,
    threshold: Number(textOf(fields, 'threshold')),
    probability: isLikelihood ? Number(textOf(fields, 'probability')) : null,
    hours: isLikelihood ? Number(textOf(fields, 'hours')) : null,
    from_hour: Number(textOf(fields, 'from_hour')),
    to_hour: Number(textOf(fields, 'to_hour')),
    days_ahead: Number(textOf(fields, 'days_ahead')),
  });
  const save = (fields: FormData) => {
    const wanted = {
      name: textOf(fields, 'name'),
      ...conditionOf(fields),
      channels: CHANNELS.filter((channel) => fields.has(channel)),
    };
    return rule === undefined
      ? client.notifications.createAlertRule(wanted)
      : client.notifications.changeAlertRule({ id: rule.id, ...wanted });
  };
  const { condition, watched, onInput } = useTypedCondition(conditionOf);
  const isCount = kind === 'negative_hours';
  return (
    <RecordDialog
      title={rule === undefined ? t('add') : t('edit')}
      nameLabel={t('name')}
      name={rule?.name}
      save={save}
      queryKey={RULES_KEY}
      onClose={onClose}
      limitText={t('limit')}
    >
      {(faults) => (
        <div ref={watched} className="contents" onInput={onInput}>
          <div className="grid gap-3 sm:grid-cols-[1fr_1fr_10rem]">
            <SelectField
              label={t('market')}
              value={market}
              choices={SHOWN_MARKETS.map(({ id, name }) => ({
                value: id,
                label: name ?? t(id === 'pt' ? 'market_pt' : 'market_es'),
              }))}
              onChange={setMarket}
              error={faults['market_id']}
            />
            <SelectField
              label={t('product')}
              value={product}
              choices={PRODUCTS.map((value) => ({ value, label: common(value) }))}
              onChange={setProduct}
              error={faults['product']}
            />
            <SelectField
              label={t('resolution')}
              value={resolution}
              choices={[
                { value: 'PT1H', label: t('byHour') },
                { value: 'PT15M', label: t('byQuarter') },
              ]}
              onChange={setResolution}
              error={faults['resolution']}
            />
          </div>
          <div className="grid gap-3 sm:grid-cols-[1fr_8rem]">
            <SelectField
              label={t('kind')}
              value={kind}
              choices={KINDS.map((value) => ({ value, label: t(value) }))}
              onChange={setKind}
              error={faults['kind']}
            />
            <NumberField
              key={kind}
              name="threshold"
              label={isCount ? t('thresholdHours') : t('thresholdPrice')}
              min={isCount ? 1 : undefined}
              step={isCount ? 1 : 0.01}
              value={rule?.kind === kind ? rule.threshold : DEFAULT_THRESHOLD[kind]}
              faults={faults}
            />
          </div>
          {isLikelihood && (
            <div className="grid grid-cols-2 items-end gap-3">
              <NumberField
                name="hours"
                step={1}
                label={t('likelyHours')}
                min={1}
                max={24}
                value={rule?.hours ?? DEFAULT_HOURS}
                faults={faults}
              />
              <NumberField
                name="probability"
                step={1}
                label={t('probability')}
                min={1}
                max={99}
                value={rule?.probability ?? DEFAULT_PROBABILITY}
                faults={faults}
              />
            </div>
          )}
          <div className="grid grid-cols-3 items-end gap-3">
            <NumberField
              name="from_hour"
              step={1}
              label={t('fromHour')}
              min={0}
              max={23}
              value={rule?.from_hour ?? 0}
              faults={faults}
            />
            <NumberField
              name="to_hour"
              step={1}
              label={t('toHour')}
              min={1}
              max={24}
              value={rule?.to_hour ?? 24}
              faults={faults}
            />
            <NumberField
              name="days_ahead"
              step={1}
              label={t('daysAhead')}
              min={1}
              max={product === 'da' ? 7 : 1}
              value={rule?.days_ahead ?? 1}
              faults={faults}
            />
          </div>
          {market !== FIRST_MARKET && <p className="text-sm text-faint">{t('portugal')}</p>}
          <fieldset className="grid gap-2">
            <legend className="mb-1 text-sm font-medium text-soft">{t('channels')}</legend>
            {CHANNELS.map((channel) => (
              <CheckboxField
                key={channel}
                name={channel}
                label={t(channel)}
                defaultChecked={rule === undefined ? channel === 'in_app' : rule.channels.includes(channel)}
              />
            ))}
            {faults['channels'] !== undefined && <p className="text-sm text-danger">{faults['channels']}</p>}
          </fieldset>
          <RulePreview condition={condition} />
        </div>
      )}
    </RecordDialog>
  );
}

const TYPING_PAUSE_MS = 500;

type TypedCondition = AlertConditionInput & { from_hour: number; to_hour: number };

/** The condition in the fields below an element, once the reader pauses; undefined while a number is missing or out of its range. */
function useTypedCondition(conditionOf: (fields: FormData) => TypedCondition) {
  const watched = useRef<HTMLDivElement>(null);
  const [edits, setEdits] = useState(0);
  const [condition, setCondition] = useState<AlertConditionInput>();
  const readFields = useEffectEvent(() => {
    const form = watched.current?.closest('form');
    if (form === null || form === undefined) return;
    const numbers = [...form.querySelectorAll<HTMLInputElement>('input[type=number]')];
    const typed = conditionOf(new FormData(form));
    const isComplete = numbers.every(({ validity }) => validity.valid) && typed.from_hour < typed.to_hour;
    setCondition(isComplete ? typed : undefined);
  });
  useEffect(() => {
    const timer = window.setTimeout(() => readFields(), edits === 0 ? 0 : TYPING_PAUSE_MS);
    return () => window.clearTimeout(timer);
  }, [edits]);
  return { condition, watched, onInput: () => setEdits((count) => count + 1) };
}
