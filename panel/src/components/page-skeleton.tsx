import { Skeleton } from "@mantine/core";
import { Loading } from "./loading.tsx";

/** Stands in for a page until its code is loaded. */
export const PageSkeleton = () => (
  <>
    <div className="bar wait" aria-hidden="true">
      <Skeleton h={12} w={140} />
    </div>
    <div className="body">
      <div className="pad">
        <Loading what="the page" />
      </div>
    </div>
  </>
);
