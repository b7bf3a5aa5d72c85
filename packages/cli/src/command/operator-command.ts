import { type Format, formatOf, printView } from '../output/print-view.ts';
import type { View } from '../output/view.ts';
import type { Environment } from '../session/environment.ts';
import { OUTPUT_INPUTS } from './api-command.ts';
import { type Command, type Example, asValues } from './command.ts';
import type { Inputs, ValuesOf } from './inputs.ts';

/** Of the commands that work on the service's database instead of asking the service. */
export const OPERATOR_NOTES =
  'Works on the database of the service: set DATA_DIR or DATABASE_URL as for npm start.';

interface LocalCommandSpec<I extends Inputs> {
  name: string;
  summary: string;
  inputs?: I;
  examples: Example[];
  notes?: string;
  commands?: Command[];
  load: (values: ValuesOf<I>, environment: Environment, format: Format) => Promise<View>;
}

/** A command that does its work here and prints the result: for people, as JSON or as CSV. */
export function localCommand<const I extends Inputs>(spec: LocalCommandSpec<I>): Command {
  const { load, commands = [], ...rest } = spec;
  return {
    ...rest,
    commands,
    inputs: { ...spec.inputs, ...OUTPUT_INPUTS },
    run: async (environment, values) => {
      const { json, csv, ...own } = values;
      const format = formatOf(asValues<typeof OUTPUT_INPUTS>({ json, csv }));
      printView(await load(asValues<I>(own), environment, format), format, environment.stdout);
    },
  };
}

/** One that reads or changes the service's database. */
export function operatorCommand<const I extends Inputs>(spec: LocalCommandSpec<I>): Command {
  const { notes } = spec;
  return localCommand({
    ...spec,
    notes: notes === undefined ? OPERATOR_NOTES : `${OPERATOR_NOTES} ${notes}`,
  });
}
