/** Load of each local hour over the day's mean, for a kind of day, between its winter and its summer shape. */
export function profileOfHour(kind: DayKind, summerShare: number, hour: number): number {
  const { winter, summer } = PROFILES[kind];
  return winter[hour] + summerShare * (summer[hour] - winter[hour]);
}

export type DayKind = 'workday' | 'monday' | 'saturday' | 'sunday';

const WORKDAY_WINTER = [
  0.875, 0.818, 0.78, 0.764, 0.761, 0.786, 0.882, 1.018, 1.09, 1.107, 1.102, 1.083, 1.07, 1.068, 1.057, 1.042,
  1.043, 1.065, 1.114, 1.161, 1.18, 1.148, 1.044, 0.943,
];
const WORKDAY_SUMMER = [
  0.92, 0.872, 0.836, 0.817, 0.809, 0.822, 0.888, 0.963, 1.006, 1.035, 1.052, 1.064, 1.081, 1.098, 1.096,
  1.077, 1.073, 1.082, 1.086, 1.094, 1.109, 1.109, 1.05, 0.97,
];

const PROFILES: Record<DayKind, { winter: readonly number[]; summer: readonly number[] }> = {
  workday: { winter: WORKDAY_WINTER, summer: WORKDAY_SUMMER },
  monday: { winter: afterSunday(WORKDAY_WINTER), summer: afterSunday(WORKDAY_SUMMER) },
  saturday: {
    winter: [
      0.987, 0.92, 0.868, 0.84, 0.823, 0.823, 0.853, 0.908, 0.965, 1.033, 1.07, 1.064, 1.052, 1.052, 1.05,
      1.022, 1.01, 1.031, 1.093, 1.14, 1.164, 1.156, 1.08, 0.996,
    ],
    summer: [
      1.022, 0.968, 0.923, 0.893, 0.875, 0.866, 0.876, 0.897, 0.93, 0.981, 1.019, 1.035, 1.046, 1.064, 1.063,
      1.039, 1.026, 1.036, 1.056, 1.078, 1.102, 1.118, 1.078, 1.009,
    ],
  },
  sunday: {
    winter: [
      0.974, 0.906, 0.855, 0.826, 0.813, 0.814, 0.836, 0.871, 0.903, 0.968, 1.022, 1.038, 1.037, 1.05, 1.058,
      1.024, 1.013, 1.038, 1.119, 1.187, 1.23, 1.224, 1.147, 1.047,
    ],
    summer: [
      1.02, 0.963, 0.918, 0.888, 0.87, 0.864, 0.868, 0.869, 0.886, 0.928, 0.968, 0.992, 1.012, 1.043, 1.057,
      1.032, 1.022, 1.035, 1.067, 1.101, 1.143, 1.186, 1.173, 1.098,
    ],
  },
};

/** A working day's shape with the small hours of a Monday, when much of industry still stands still. */
function afterSunday(profile: readonly number[]): number[] {
  return profile.map((share, hour) => (hour < 7 ? share * 0.955 : share * 1.013));
}
