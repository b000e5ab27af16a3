import { OwnerMenu } from "./owner-menu.tsx";
import { TestModeSwitch } from "./test-mode-switch.tsx";

/** The foot of the navigation holds the switch of test mode and the menu of the signed-in owner. */
export const SideFoot = ({ onSheet }: { readonly onSheet: () => void }) => (
  <>
    <TestModeSwitch />
    <OwnerMenu onSheet={onSheet} />
  </>
);
