import { FIRST_MARKET } from '../../market/market.ts';
import type { AlertRule } from '@lonja/client';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { client } from '../../api/client.ts';
import { useErrorText } from '../../api/error-text.ts';
import { hasRole, useMe } from '../../api/me.ts';
import { useFormat } from '../../i18n/format.ts';
import { useMessages } from '../../i18n/locale.ts';
import { Section } from '../../layout/page.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { EmptyState, Notice, Placeholder, QueryView } from '../../ui/states.tsx';
import { showToast } from '../../ui/toast.tsx';
import { RULES_KEY, rulesQuery } from './query.ts';
import { RuleDialog } from './rule-dialog.tsx';

/** The user's alert rules, for traders and above. */
export function Rules() {
  const t = useMessages('alerts.page');
  const me = useMe();
  const mayHaveRules = hasRole(me, 'trader');
  const rules = useQuery({ ...rulesQuery, enabled: mayHaveRules });
  const [edited, setEdited] = useState<AlertRule | 'new'>();
  if (!mayHaveRules) {
    return (
      <Section title={t('rules')}>
        <Notice kind="info">{t('notForViewers')}</Notice>
      </Section>
    );
  }
  const isEmpty = rules.data?.items.length === 0;
  const add = (
    <Button look="primary" onClick={() => setEdited('new')}>
      {t('add')}
    </Button>
  );
  return (
    <Section title={t('rules')} note={t('rulesNote')} actions={rules.isPending || isEmpty ? undefined : add}>
      <QueryView query={rules} placeholder={<Placeholder className="h-32" />}>
        {({ items }) =>
          items.length === 0 ? (
            <EmptyState text={t('noRules')}>{add}</EmptyState>
          ) : (
            <RuleTable rules={items} onEdit={setEdited} />
          )
        }
      </QueryView>
      {edited !== undefined && (
        <RuleDialog rule={edited === 'new' ? undefined : edited} onClose={() => setEdited(undefined)} />
      )}
    </Section>
  );
}

function RuleTable({ rules, onEdit }: { rules: AlertRule[]; onEdit: (rule: AlertRule) => void }) {
  const t = useMessages('alerts.page');
  const common = useMessages('shell.common');
  const format = useFormat();
  const errorText = useErrorText();
  const queryClient = useQueryClient();
  const conditionOf = useCondition();
  const [removed, setRemoved] = useState<AlertRule>();
  const settle = () => queryClient.invalidateQueries({ queryKey: RULES_KEY });
  const onError = (error: unknown) => showToast(errorText(error));
  const turn = useMutation({
    mutationFn: ({ id, enabled }: AlertRule) =>
      client.notifications.changeAlertRule({ id, enabled: !enabled }),
    onError,
    onSettled: settle,
  });
  const remove = useMutation({
    mutationFn: ({ id }: AlertRule) => client.notifications.deleteAlertRule({ id }),
    onSuccess: () => showToast(t('removed')),
    onError,
    onSettled: async () => {
      setRemoved(undefined);
      await settle();
    },
  });
  return (
    <>
      <DataTable
        caption={t('rules')}
        rows={rules}
        keyOf={({ id }) => id}
        columns={[
          {
            title: t('name'),
            cell: ({ name }) => <span className="font-medium">{name}</span>,
          },
          { title: t('condition'), isWide: true, cell: conditionOf },
          {
            title: t('product'),
            isWide: true,
            cell: ({ market_id: market, product }) =>
              market !== FIRST_MARKET ? `${t('market_pt')}, ${common(product)}` : common(product),
          },
          {
            title: t('channels'),
            isWide: true,
            cell: ({ channels }) => channels.map((channel) => t(channel)).join(', '),
          },
          {
            title: t('lastTold'),
            isWide: true,
            cell: ({ last_notified_at: at }) => (at === null ? t('never') : format.instant(at)),
          },
          {
            title: t('state'),
            cell: ({ enabled }) => (
              <Badge kind={enabled ? 'good' : 'plain'}>{enabled ? t('on') : t('off')}</Badge>
            ),
          },
          {
            title: t('action'),
            isNumber: true,
            cell: (rule) => (
              <span className="inline-flex justify-end gap-1 max-sm:flex-col max-sm:items-end">
                <Button look="quiet" onClick={() => onEdit(rule)}>
                  {t('change')}
                </Button>
                <Button look="quiet" onClick={() => turn.mutate(rule)}>
                  {rule.enabled ? t('rest') : t('wake')}
                </Button>
                <Button look="quiet" onClick={() => setRemoved(rule)}>
                  {t('remove')}
                </Button>
              </span>
            ),
          },
        ]}
      />
      {removed !== undefined && (
        <ConfirmDialog
          title={t('removeTitle')}
          text={t('removeText', { name: removed.name })}
          action={t('remove')}
          isBusy={remove.isPending}
          onConfirm={() => remove.mutate(removed)}
          onClose={() => setRemoved(undefined)}
        />
      )}
    </>
  );
}

/** A rule's condition in words. */
function useCondition(): (rule: AlertRule) => string {
  const t = useMessages('alerts.page');
  const common = useMessages('shell.common');
  const format = useFormat();
  return (rule) => {
    const { kind, threshold, from_hour: from, to_hour: to, days_ahead: days } = rule;
    const value = `${format.price(threshold)} ${common('unit')}`;
    const { hours, probability } = rule;
    const likely = { percent: probability ?? 0, hours: t.count('hoursOrMore', hours ?? 0), value };
    const conditions = {
      price_above: () => t('above', { value }),
      price_below: () => t('below', { value }),
      negative_hours: () => t.count('hoursBelowZero', threshold),
      forecast_change: () => t('changes', { value }),
      spread: () => t('spreads', { value }),
      probability_below: () => t('likelyBelow', likely),
      probability_above: () => t('likelyAbove', likely),
    };
    return [
      conditions[kind](),
      ...(rule.resolution === 'PT15M' ? [t('quarters')] : []),
      ...(from === 0 && to === 24 ? [] : [t('hours', { from, to })]),
      ...(days === 1 ? [] : [t.count('days', days)]),
    ].join(', ');
  };
}
