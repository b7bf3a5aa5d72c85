export {
  formatInstant,
  formatOptionalInstant,
  roundHalfAway,
  roundMoney,
  roundPercent,
  roundPower,
  roundPrice,
  roundProbability,
  roundSystemPower,
} from '../wire.ts';
