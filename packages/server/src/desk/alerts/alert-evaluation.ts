import { type AlertContext, evaluateAlerts } from './evaluate-alerts.ts';
import { type Turns, startTurns } from '../../ground/jobs/turns.ts';

const POLLING_MS = 15_000;

/** Holds alert rules against published runs while it runs. */
export function startAlertEvaluation(context: AlertContext): Turns {
  return startTurns(() => evaluateAlerts(context), {
    everyMs: POLLING_MS,
    logger: context.logger,
    failure: 'alert rules could not be held against a run',
  });
}
