import { formatOf, printView } from '../output/print-view.ts';
import type { View } from '../output/view.ts';
import { OUTPUT_INPUTS } from './api-command.ts';
import { type Command, type Example, asValues } from './command.ts';
import type { Inputs, ValuesOf } from './inputs.ts';

/** Of the commands that work on the service's database instead of asking the service. */
export const OPERATOR_NOTES =
  'Works on the database of the service: set DATA_DIR or DATABASE_URL as for npm start.';

interface OperatorCommandSpec<I extends Inputs> {
  name: string;
  summary: string;
  inputs?: I;
  examples: Example[];
  notes?: string;
  commands?: Command[];
  load: (values: ValuesOf<I>) => Promise<View>;
}

/** A command that reads the service's database and shows what it finds like the answer of a service. */
export function operatorCommand<const I extends Inputs>(spec: OperatorCommandSpec<I>): Command {
  const { load, commands = [], notes, ...rest } = spec;
  return {
    ...rest,
    commands,
    notes: notes === undefined ? OPERATOR_NOTES : `${OPERATOR_NOTES} ${notes}`,
    inputs: { ...spec.inputs, ...OUTPUT_INPUTS },
    run: async ({ stdout }, values) => {
      const { json, csv } = asValues<typeof OUTPUT_INPUTS>(values);
      const format = formatOf({ json, csv });
      printView(await load(asValues<I>(values)), format, stdout);
    },
  };
}
