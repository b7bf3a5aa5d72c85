import { createFitCache } from '../runtime/fit-cache.ts';
import { type PartialPitOptions, selectPartialPit } from '../select/partial-pit-share.ts';
import { invertPit, panelUnderPit } from '../target/partial-pit.ts';
import type { Model } from './model.ts';

/**
 * A model on prices under a partial probability integral transform, whose forecasts are prices again. How much of the transform is used is
 * selected in the market (`selectPartialPit`); where it would not have paid, the model sees the prices as they are.
 */
export function createOnPartialPit(model: Model, options: PartialPitOptions): Model {
  return {
    ...model,
    fit(panel, target, cache = createFitCache()) {
      const pit = selectPartialPit(panel, target, options, cache);
      if (pit === undefined) return model.fit(panel, target, cache);
      const fitted = model.fit(panelUnderPit(panel, pit, cache), target, cache);
      const toPrices = (values: Float64Array) => values.map((value) => invertPit(pit, value));
      return {
        predict(seen, row) {
          const { combined, members } = fitted.predict(panelUnderPit(seen, pit, cache), row);
          return { combined: toPrices(combined), members: members.map(toPrices) };
        },
      };
    },
  };
}
