import { calendarFeatures } from './calendar-features.ts';
import { meanOfSlot, meansOf, newestOfSlot } from './past-means.ts';
import type { PowerFeature, PowerModel } from './power-model.ts';
import { type Outlook, type PowerPanel, driversOf } from './power-panel.ts';

/**
 * Plants and exchanges that follow the market more than the weather: how they ran last, at this hour and this weekday, and the load,
 * wind and sun that they run beside. `levelDays` says how many days their level is taken from.
 */
export function plantModel(
  name: string,
  { levelDays, isSigned }: { levelDays: number; isSigned: boolean },
): PowerModel {
  const levelOf = (panel: PowerPanel) => {
    const mean = meansOf({ ...panel, measured: panel.measured.map(Math.abs) });
    return ({ origin }: Outlook) => Math.max(1, mean(origin - levelDays * panel.slotsPerDay, origin));
  };
  return {
    name,
    isSigned,
    processShare: 0.5,
    trees: 'apart',
    reference: levelOf,
    isJudgedWithDrivers: true,
    plain: (panel) => meanOfSlot(panel, 1),
    features(panel) {
      const { slotsPerDay, measured } = panel;
      const level = levelOf(panel);
      const mean = meansOf(panel);
      const past = (days: number): PowerFeature => ({
        name: `last days[${days}]`,
        at: (outlook) => mean(outlook.origin - days * slotsPerDay, outlook.origin) / level(outlook),
      });
      return [
        ...calendarFeatures(panel),
        { name: 'hours ahead', at: ({ row, origin }, slot) => row * slotsPerDay + slot - origin },
        past(1),
        past(7),
        ...[0, 1].map((back): PowerFeature => ({
          name: `newest of the slot[${back}]`,
          at: (outlook, slot) => newestOfSlot(panel, { slot, origin: outlook.origin, back }) / level(outlook),
        })),
        {
          name: 'a week ago',
          at: (outlook, slot) => {
            const place = (outlook.row - 7) * slotsPerDay + slot;
            return (place < outlook.origin ? measured[place] : Number.NaN) / level(outlook);
          },
        },
        ...driversOf(panel, 'power').map((driver): PowerFeature => ({
          name: driver.name,
          at: ({ row }, slot) => driver.values[row * slotsPerDay + slot] / 1000,
        })),
      ];
    },
  };
}
