import { Gauge, type Registry } from 'prom-client';
import { AUCTION_CALENDAR, nextGate } from '@lonja/forecasting/market';
import type { Clock } from '../../ground/timing/clock.ts';
import type { ServiceProbes } from '../telemetry/service-probes.ts';
import { createGaugeGroup, type GaugeGroup } from './gauge-group.ts';

const EVERY_MS = 15_000;
/** Skill changes when prices come, and costs more to work out than all the rest. */
const SKILL_EVERY_MS = 5 * 60_000;
/** So does drift, which reads two years of prices. */
const DRIFT_EVERY_MS = 30 * 60_000;

/** Ages of days need no more. */
const BACKUPS_EVERY_MS = 60_000;

const SIGN = { above: 1, within: 0, below: -1 };

/** What is gathered from this machine, and what from the database. Ages are by the service's clock. */
export function createStateGroups(
  registry: Registry,
  { probes, clock, timeoutMs }: { probes: ServiceProbes; clock: Clock; timeoutMs: number },
): { local: GaugeGroup[]; stored: GaugeGroup[] } {
  const gauge = <Label extends string = never>(name: string, help: string, labelNames: Label[] = []) =>
    new Gauge<Label>({ name, help, labelNames, registers: [registry] });
  const ageS = (instant: number) => Math.max(0, (clock.now() - instant) / 1000);

  const freeBytes = gauge('lonja_disk_free_bytes', 'Room that is left on the disk of a folder.', ['folder']);
  const sizeBytes = gauge('lonja_disk_size_bytes', 'Size of the disk of a folder.', ['folder']);
  const disk = createGaugeGroup('disk', {
    clock,
    timeoutMs,
    everyMs: EVERY_MS,
    gauges: [freeBytes, sizeBytes],
    measure: () => probes.disk(),
    show(folders) {
      for (const { name: folder, ...bytes } of folders) {
        freeBytes.set({ folder }, bytes.freeBytes);
        sizeBytes.set({ folder }, bytes.sizeBytes);
      }
    },
  });

  const late = gauge(
    'lonja_forecast_late_seconds',
    'Since when the first scheduled run that is missing was due; 0 when the latest run is there.',
    ['product'],
  );
  const age = gauge('lonja_forecast_age_seconds', 'Since the latest run was issued.', ['product']);
  const degraded = gauge(
    'lonja_forecast_degraded_inputs',
    'What the latest run had to do without, a number; 0 when it had everything.',
    ['product'],
  );
  const missed = gauge(
    'lonja_forecast_missed_runs',
    'Scheduled runs of the last 7 days that were never published.',
    ['product'],
  );
  const gate = gauge('lonja_forecast_gate_seconds', 'Until the gate that closes next.', ['product']);
  const runs = createGaugeGroup('runs', {
    clock,
    timeoutMs,
    everyMs: EVERY_MS,
    gauges: [late, age, degraded, missed, gate],
    measure: () => probes.runs(),
    show(products) {
      for (const { product, ...run } of products) {
        late.set({ product }, run.unansweredSince === undefined ? 0 : ageS(run.unansweredSince));
        if (run.issuedAt !== undefined) age.set({ product }, ageS(run.issuedAt));
        degraded.set({ product }, run.degraded.length);
        missed.set({ product }, run.missed);
        gate.set(
          { product },
          (nextGate(AUCTION_CALENDAR[product], clock.now()).closesAt - clock.now()) / 1000,
        );
      }
    },
  });

  const success = gauge('lonja_source_last_success_age_seconds', 'Since a source last answered.', ['source']);
  const failures = gauge(
    'lonja_source_failures_in_row',
    'Requests to a source that failed since it last answered.',
    ['source'],
  );
  const failing = gauge(
    'lonja_source_failing',
    'Whether a source counts as failing: it refused, or failed three times in a row.',
    ['source'],
  );
  const lateDays = gauge('lonja_source_late_days', 'Days of the last 30 that are late.', ['source']);
  const missingDays = gauge('lonja_source_missing_days', 'Days of the last 30 that never came.', ['source']);
  const heldBack = gauge('lonja_source_held_back_days', 'Days of the last 30 that failed a check.', [
    'source',
  ]);
  const sources = createGaugeGroup('sources', {
    clock,
    timeoutMs,
    everyMs: EVERY_MS,
    gauges: [success, failures, failing, lateDays, missingDays, heldBack],
    measure: () => probes.sources(),
    show(known) {
      for (const { source, ...health } of known) {
        if (health.last_answer_at !== null) success.set({ source }, ageS(health.last_answer_at.getTime()));
        failures.set({ source }, health.failures_in_row);
        failing.set({ source }, Number(health.state === 'failing'));
        lateDays.set({ source }, health.late);
        missingDays.set({ source }, health.gaps);
        heldBack.set({ source }, health.held_back);
      }
    },
  });

  const jobCounts = gauge('lonja_jobs', 'Jobs that are queued, under way or kept after their end.', [
    'job_name',
    'state',
  ]);
  const oldestJob = gauge(
    'lonja_job_oldest_waiting_seconds',
    'How long the oldest job has waited for a worker; 0 when none waits.',
    ['job_name'],
  );
  const jobs = createGaugeGroup('jobs', {
    clock,
    timeoutMs,
    everyMs: EVERY_MS,
    gauges: [jobCounts, oldestJob],
    measure: () => probes.jobs(),
    show({ counts, waiting }) {
      for (const { name, state, jobs: number } of counts) jobCounts.set({ job_name: name, state }, number);
      for (const { name, oldestS } of waiting) oldestJob.set({ job_name: name }, oldestS);
    },
  });

  const pending = gauge('lonja_webhook_deliveries_pending', 'Webhook deliveries that are not at their end.');
  const oldestDue = gauge(
    'lonja_webhook_oldest_due_seconds',
    'Since when the oldest webhook delivery that may be sent is due; 0 when none is.',
  );
  const webhooks = createGaugeGroup('webhooks', {
    clock,
    timeoutMs,
    everyMs: EVERY_MS,
    gauges: [pending, oldestDue],
    measure: () => probes.deliveries(),
    show(queue) {
      pending.set(queue.pending);
      oldestDue.set(queue.oldestDueAt === undefined ? 0 : ageS(queue.oldestDueAt));
    },
  });

  const mailWaiting = gauge('lonja_mail_waiting', 'Mails that wait to be sent.');
  const oldestMail = gauge(
    'lonja_mail_oldest_waiting_seconds',
    'Since when the oldest of them waits; 0 when none does.',
  );
  const mail = createGaugeGroup('mail', {
    clock,
    timeoutMs,
    everyMs: EVERY_MS,
    gauges: [mailWaiting, oldestMail],
    measure: () => probes.mail(),
    show({ waiting, oldestAt }) {
      mailWaiting.set(waiting);
      oldestMail.set(oldestAt === undefined ? 0 : ageS(oldestAt));
    },
  });

  const auditWaiting = gauge('lonja_audit_stream_waiting', 'Entries of the audit that wait to be sent.');
  const auditLag = gauge(
    'lonja_audit_stream_lag_seconds',
    'Since when the oldest entry of the audit waits to be sent; 0 when none waits.',
  );
  const audit = createGaugeGroup('audit', {
    clock,
    timeoutMs,
    everyMs: EVERY_MS,
    gauges: [auditWaiting, auditLag],
    measure: () => probes.auditStream(),
    show(figures) {
      if (figures === undefined) return;
      auditWaiting.set(figures.waiting);
      auditLag.set(figures.oldestAt === undefined ? 0 : ageS(figures.oldestAt));
    },
  });

  const oldestAlerts = gauge(
    'lonja_alerts_oldest_pending_seconds',
    'Since when the run was published that has waited longest for its alert rules; 0 when none waits.',
  );
  const alerts = createGaugeGroup('alerts', {
    clock,
    timeoutMs,
    everyMs: EVERY_MS,
    gauges: [oldestAlerts],
    measure: () => probes.oldestPendingAlerts(),
    show: (oldestAt) => oldestAlerts.set(oldestAt === undefined ? 0 : ageS(oldestAt)),
  });

  const mae = gauge(
    'lonja_forecast_mae_eur_per_mwh',
    'Mean absolute error of the scored forecasts of the last 7 delivery days.',
    ['product'],
  );
  const relativeMae = gauge(
    'lonja_forecast_relative_mae',
    'That error over the error of the weekly naive, the price a week before: below 1 is better than it.',
    ['product'],
  );
  const coverage = gauge(
    'lonja_forecast_interval_coverage_ratio',
    'Share of the prices of the last 7 delivery days within p10 .. p90; 0.8 is right.',
    ['product'],
  );
  const skill = createGaugeGroup('skill', {
    clock,
    timeoutMs,
    everyMs: SKILL_EVERY_MS,
    gauges: [mae, relativeMae, coverage],
    measure: () => probes.skill(),
    show(products) {
      for (const { product, scores } of products) {
        mae.set({ product }, scores.maeEurPerMwh);
        if (scores.relativeMae !== null) relativeMae.set({ product }, scores.relativeMae);
        coverage.set({ product }, scores.coveragePercent / 100);
      }
    },
  });

  const levelOutside = gauge(
    'lonja_market_level_outside',
    'Whether prices of the last 7 days average above (1) or below (-1) every 7 days of the 728 before; 0 within.',
    ['product'],
  );
  const errorsBeyond = gauge(
    'lonja_forecast_errors_beyond_usual',
    'Whether the errors of each of the last 3 days exceed what 95 % of the 91 days before did not.',
    ['product'],
  );
  const drift = createGaugeGroup('drift', {
    clock,
    timeoutMs,
    everyMs: DRIFT_EVERY_MS,
    gauges: [levelOutside, errorsBeyond],
    measure: () => probes.drift(),
    show(products) {
      for (const { product, level, errors } of products) {
        if (level !== undefined) levelOutside.set({ product }, SIGN[level.outside ?? 'within']);
        if (errors !== undefined) errorsBeyond.set({ product }, Number(errors.isBeyond));
      }
    },
  });

  const backupAge = gauge(
    'lonja_backup_age_seconds',
    'Since the last "lonja backup", or since the installation where there was none.',
  );
  const drillAge = gauge(
    'lonja_restore_drill_age_seconds',
    'Since the last "lonja backup drill", or since the installation where there was none.',
  );
  const backups = createGaugeGroup('backups', {
    clock,
    timeoutMs,
    everyMs: BACKUPS_EVERY_MS,
    gauges: [backupAge, drillAge],
    measure: () => probes.backups(),
    show({ backupS, drillS }) {
      backupAge.set(backupS);
      drillAge.set(drillS);
    },
  });

  const stampAge = gauge(
    'lonja_evidence_stamp_age_seconds',
    'Since the authority gave the last time stamp of the list of evidence; absent before the first.',
  );
  const unstamped = gauge(
    'lonja_evidence_unstamped_seconds',
    'Since the first entry of that list came that no time stamp covers; 0 when all are covered.',
  );
  const stamps = createGaugeGroup('stamps', {
    clock,
    timeoutMs,
    everyMs: EVERY_MS,
    gauges: [stampAge, unstamped],
    measure: () => probes.stamps(),
    show(ages) {
      if (ages === undefined) return;
      if (ages.lastAt !== undefined) stampAge.set(ageS(ages.lastAt));
      unstamped.set(ages.unstampedSince === undefined ? 0 : ageS(ages.unstampedSince));
    },
  });
  return {
    local: [disk],
    stored: [runs, sources, jobs, webhooks, mail, audit, alerts, skill, drift, backups, stamps],
  };
}
