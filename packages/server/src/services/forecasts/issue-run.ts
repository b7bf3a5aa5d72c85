import type { ForecastContext } from './forecast-context.ts';
import { type IssuedRun, type IssueRequest, issueForecast } from './issue-forecast.ts';
import { issueIntradayForecast } from './issue-intraday-forecast.ts';

/** Issues the forecast of one scheduled run of any product. */
export function issueRun(context: ForecastContext, request: IssueRequest): Promise<IssuedRun> {
  return request.product === 'da' ? issueForecast(context, request) : issueIntradayForecast(context, request);
}
