export {
  formatInstant,
  formatOptionalInstant,
  roundMoney,
  roundPercent,
  roundPower,
  roundPrice,
  roundSystemPower,
} from '../wire.ts';
