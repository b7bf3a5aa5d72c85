import { type Format, formatOf, printView } from '../output/print-view.ts';
import type { View } from '../output/view.ts';
import { YES_INPUT, confirm } from '../session/confirm.ts';
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
  /** The question before something that cannot be undone. */
  question?: (values: ValuesOf<I>) => string;
  load: (values: ValuesOf<I>, environment: Environment, format: Format) => Promise<View>;
}

/** A command that does its work here and prints the result: for people, as JSON or as CSV. */
export function localCommand<const I extends Inputs>(spec: LocalCommandSpec<I>): Command {
  const { load, question, commands = [], ...rest } = spec;
  return {
    ...rest,
    commands,
    inputs: { ...spec.inputs, ...(question && YES_INPUT), ...OUTPUT_INPUTS },
    run: async (environment, values) => {
      const { json, csv, csvLocale, yes, ...own } = values;
      const output = asValues<typeof OUTPUT_INPUTS>({ json, csv, csvLocale });
      const format = formatOf(output);
      await confirm(environment, question?.(asValues<I>(own)), yes === true ? yes : undefined);
      const view = await load(asValues<I>(own), environment, format);
      printView(view, format, environment.stdout, output.csvLocale);
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
