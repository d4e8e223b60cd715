package dev.headroom.sim.fuzz;
public final class Try {
  public static void main(String[] a) {
    long from=Long.parseLong(a[0]), to=Long.parseLong(a[1]); long hops=Long.parseLong(a[2]); String mode=a[3];
    boolean shrink=a.length>4;
    long total=0; int bad=0, cut=0; long t0=System.nanoTime();
    for(long s=from;s<=to;s++){
      long t=System.nanoTime();
      Judge j = mode.equals("thorough")||(mode.equals("mix")&&s%20==0)?Judge.thorough():mode.equals("once")?Judge.once():Judge.quick(s);
      if(shrink){ try{ PropertyTest.check(s,hops,j);}catch(AssertionError e){System.out.println(e.getMessage().replaceAll("(?m)^ *#.*\n",""));} continue;}
      var sc=RandomScenario.of(s,hops);
      var v=j.judge(sc); total+=v.hops(); if(v.cutShort())cut++;
      double ms=(System.nanoTime()-t)/1e6;
      if(!v.faults().isEmpty()){bad++; System.out.println("seed "+s+" "+v.faults().subList(0,Math.min(3,v.faults().size())));}
      if(ms>1500) System.out.printf("seed %d slow %.0f ms hops %d cut %b%n",s,ms,v.hops(),v.cutShort());
    }
    System.out.printf("bad %d cut %d hops %d in %.1f s%n",bad,cut,total,(System.nanoTime()-t0)/1e9);
  }
}
