#!/usr/bin/env bash
# Expected: "inflow" and "infeed" are names like any other in a model of a reservoir or a battery in CPLEX LP format.
# Happens:  HiGHS reads "inf" at the beginning as infinity. In the objective "60 out - inflow" becomes minus infinity and a variable "low",
#           and the status is still Optimal. In a constraint the whole model is refused, without a line or a name. "feed" and "flow" work.
# Matters:  what flows into a reservoir and what is fed into the grid have these names in most texts; the cost of one vanishes unseen.
# Seen in:  highs 1.15.3 (HiGHS in WebAssembly), on Node.
set -euo pipefail
folder="$(mktemp -d)"
trap 'rm -rf "$folder"' EXIT
npm install --prefix "$folder" --no-audit --no-fund --silent highs@1.15.3 || { echo "npm could not install the packages."; exit 2; }

cat >"$folder/see.mjs" <<'JS'
import load from 'highs';

const highs = await load();
const solve = (model) => {
  try {
    const { Status, Columns } = highs.solve(model);
    return `${Status}, variables ${Object.keys(Columns).toSorted().join(' ')}`;
  } catch {
    return 'refused';
  }
};
for (const name of ['flow', 'inflow', 'feed', 'infeed']) {
  const objective = solve(`Maximize\n money: 60 out - ${name}\nSubject To\n most: out <= 4\nEnd\n`);
  const row = solve(`Maximize\n money: 60 out\nSubject To\n balance: out - ${name} <= 0\n most: out <= 4\nEnd\n`);
  console.log(`${name}: in the objective ${objective}; in a constraint ${row}`);
}
JS
seen="$(node "$folder/see.mjs")"
echo "$seen"
was='flow: in the objective Optimal, variables flow out; in a constraint Optimal, variables flow out
inflow: in the objective Optimal, variables low out; in a constraint refused
feed: in the objective Optimal, variables feed out; in a constraint Optimal, variables feed out
infeed: in the objective Optimal, variables eed out; in a constraint refused'
[ "$seen" = "$was" ] || { printf 'Changed: this was seen before:\n%s\n' "$was"; exit 1; }
