export {
  formatInstant,
  formatOptionalInstant,
  roundMoney,
  roundPercent,
  roundPower,
  roundPrice,
  roundProbability,
  roundSystemPower,
} from '../wire.ts';
