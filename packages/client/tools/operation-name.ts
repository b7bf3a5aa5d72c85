/** What a read is called when it reads the very thing that its group is about. */
const READ_VERBS = new Set(['list', 'get']);

/** Where an operation stands in the client: `client.<group>.<method>`. */
export interface OperationName {
  group: string;
  method: string;
}

/**
 * The tag is the group and the operation's id the method, without the noun of the group: `createWebhook` of "Webhooks" is
 * `webhooks.create`. A read is called after what it reads: `getLatestForecast` is `forecasts.latest`,
 * `listWebhookDeliveries` is `webhooks.deliveries`; `webhooks.list` and `markets.get` are the group's own records.
 */
export function operationName(tag: string, operationId: string): OperationName {
  const noun = tag.split(' ').map(capitalised).join('');
  const singular = noun.replace(/s$/, '');
  const withoutNoun = operationId.replace(new RegExp(`${singular}s?(?=[A-Z]|$)`), '');
  const [verb = ''] = /^[a-z]+/.exec(withoutNoun) ?? [];
  const rest = withoutNoun.slice(verb.length);
  const method = READ_VERBS.has(verb) && rest !== '' ? rest : withoutNoun;
  return { group: uncapitalised(noun), method: uncapitalised(method) };
}

function capitalised(word: string): string {
  return word === word.toUpperCase()
    ? word[0] + word.slice(1).toLowerCase()
    : word.charAt(0).toUpperCase() + word.slice(1);
}

function uncapitalised(word: string): string {
  return word.charAt(0).toLowerCase() + word.slice(1);
}
